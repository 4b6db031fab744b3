package io.tarn.telemetry.app;

import io.tarn.chassis.lease.Leases;
import java.time.Duration;

/** Work that one replica does at a time. */
record LeasedJob(Leases leases, String name, String holder, Runnable work) {

  private static final Duration LENGTH = Duration.ofSeconds(30);

  /** Does it, unless another replica is at it. */
  void run() {
    leases
        .acquire(name, holder, LENGTH)
        .ifPresent(
            lease -> {
              try {
                work.run();
              } finally {
                leases.release(lease);
              }
            });
  }
}
