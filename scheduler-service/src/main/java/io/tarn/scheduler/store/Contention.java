package io.tarn.scheduler.store;

import java.util.Set;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;
import org.springframework.dao.DataIntegrityViolationException;

/** Tells a host that is too full from a bug, by the constraint that refused. */
final class Contention {

  private static final Set<String> HOST_FULL =
      Set.of("host_vcpus_not_exceeded", "host_local_memory_not_exceeded");

  private Contention() {}

  static boolean hostFull(DataIntegrityViolationException refused) {
    for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
      if (cause instanceof PSQLException e) {
        ServerErrorMessage message = e.getServerErrorMessage();
        String constraint = message == null ? null : message.getConstraint();
        return constraint != null && HOST_FULL.contains(constraint);
      }
    }
    return false;
  }
}
