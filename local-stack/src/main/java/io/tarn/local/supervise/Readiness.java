package io.tarn.local.supervise;

/** Tells whether a service does its work. */
@FunctionalInterface
public interface Readiness {

  /** Asks the service; anything but a clear yes is no. */
  boolean ready();
}
