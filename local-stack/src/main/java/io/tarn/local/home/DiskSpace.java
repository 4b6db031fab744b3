package io.tarn.local.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Whether there is room for a stack's data. */
public final class DiskSpace {

  /** PostgreSQL's programs and write-ahead log, the broker's segments, logs. */
  public static final long NEEDED_MIB = 1_536;

  private static final double MIB = 1 << 20;

  private DiskSpace() {}

  /**
   * Checks that a folder's file system has room.
   *
   * @throws CannotStart when it has not; says how much there is and how much is needed
   */
  public static void check(Path folder, long neededMiB) throws CannotStart {
    long usable;
    try {
      Files.createDirectories(folder);
      usable = Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      throw new CannotStart(folder + " cannot be used: " + e, e);
    }
    if (usable < neededMiB << 20) {
      throw new CannotStart(
          String.format(
              Locale.ROOT,
              "The disk of %s has %.0f MiB left, a stack needs %d MiB. Make room, or set TARN_HOME"
                  + " to a folder on another disk.",
              folder,
              usable / MIB,
              neededMiB));
    }
  }
}
