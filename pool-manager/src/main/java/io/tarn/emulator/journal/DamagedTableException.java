package io.tarn.emulator.journal;

import java.io.IOException;
import java.nio.file.Path;

/** A table's file is damaged in a way that an interrupted write cannot explain. */
public final class DamagedTableException extends IOException {

  private static final long serialVersionUID = 1L;

  DamagedTableException(Path file, String what) {
    super(
        file.getFileName()
            + " is damaged: "
            + what
            + "; an interrupted write does not do this, so the table is left as it is."
            + " Restore the file, or remove it to plug in a new, empty device");
  }
}
