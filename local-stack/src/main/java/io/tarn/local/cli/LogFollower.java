package io.tarn.local.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Prints what is added to a log. */
final class LogFollower {

  private static final int MOST_BYTES = 1 << 20;

  private final Path log;
  private final PrintWriter out;
  private long printed;

  LogFollower(Path log, PrintWriter out, long printed) {
    this.log = log;
    this.out = out;
    this.printed = printed;
  }

  /**
   * Prints what is new since the last call; a log that was started anew is printed from its start.
   */
  void printNew() throws IOException {
    if (!Files.exists(log)) {
      return;
    }
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      if (file.length() < printed) {
        printed = 0;
      }
      while (printed < file.length()) {
        byte[] bytes = new byte[(int) Math.min(MOST_BYTES, file.length() - printed)];
        file.seek(printed);
        file.readFully(bytes);
        out.print(new String(bytes, StandardCharsets.UTF_8));
        printed += bytes.length;
      }
      out.flush();
    }
  }
}
