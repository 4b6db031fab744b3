package io.tarn.fleet;

import java.nio.file.Path;

/** A trace that cannot be replayed; says where and what would be accepted. */
public final class TraceFormatException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TraceFormatException(Path file, long line, String problem) {
    super(file + ", line " + line + ": " + problem);
  }

  TraceFormatException(Path file, String problem) {
    super(file + ": " + problem);
  }
}
