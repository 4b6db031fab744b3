package io.tarn.local.supervise;

import io.tarn.local.process.ProcessSpec;

/**
 * A process that shall run.
 *
 * @param spec how to start it
 * @param port where it listens; 0 when it does not
 * @param readiness whether it does its work
 * @param foundation whether others need it to the end, so that it is stopped after them
 */
public record Service(ProcessSpec spec, int port, Readiness readiness, boolean foundation) {

  /** Its name in the stack. */
  public String name() {
    return spec.service();
  }
}
