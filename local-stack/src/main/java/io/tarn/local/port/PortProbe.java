package io.tarn.local.port;

import io.tarn.local.home.CannotStart;

/** Tells which ports of the loopback address are free. */
public interface PortProbe {

  /** Whether somebody could listen there now. */
  boolean free(int port);

  /**
   * Some free port, another one each time.
   *
   * @throws CannotStart when there is none
   */
  int any() throws CannotStart;
}
