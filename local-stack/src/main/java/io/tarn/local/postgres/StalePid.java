package io.tarn.local.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The pid file that a killed PostgreSQL leaves behind. PostgreSQL itself copes with one whose pid
 * is free; after a restart of the machine another program may have that pid, and PostgreSQL would
 * wait for it forever. Such a file is removed; one whose pid belongs to a PostgreSQL never is.
 */
final class StalePid {

  private final Path data;

  StalePid(Path data) {
    this.data = data;
  }

  void removeIfTaken() throws IOException {
    Path file = data.resolve("postmaster.pid");
    if (!Files.exists(file)) {
      return;
    }
    List<String> lines = Files.readAllLines(file);
    Optional<ProcessHandle> other =
        lines.isEmpty() || !lines.get(0).strip().matches("\\d{1,18}")
            ? Optional.empty()
            : ProcessHandle.of(Long.parseLong(lines.get(0).strip()));
    if (other.isPresent() && !isPostgres(other.get())) {
      Files.delete(file);
    }
  }

  /** A process of which nothing is known is taken for one. */
  private static boolean isPostgres(ProcessHandle process) {
    return process.info().command().map(command -> command.endsWith("/postgres")).orElse(true);
  }
}
