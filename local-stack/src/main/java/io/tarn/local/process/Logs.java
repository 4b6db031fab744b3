package io.tarn.local.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Log files of services. */
public final class Logs {

  private static final int KEPT = 3;
  private static final int TAIL_BYTES = 64 * 1024;
  private static final String DISK_FULL = "No space left on device";

  private Logs() {}

  /** Moves a log aside, so that the next run starts a new one; keeps the last three. */
  public static void rotate(Path log) throws IOException {
    if (!Files.exists(log)) {
      return;
    }
    for (int age = KEPT - 1; age >= 1; age--) {
      move(aged(log, age), aged(log, age + 1));
    }
    move(log, aged(log, 1));
  }

  /**
   * The last lines of a log.
   *
   * @return at most so many; none when there is no log
   */
  public static List<String> tail(Path log, int lines) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long from = Math.max(0, file.length() - TAIL_BYTES);
      byte[] bytes = new byte[(int) (file.length() - from)];
      file.seek(from);
      file.readFully(bytes);
      List<String> all = new String(bytes, StandardCharsets.UTF_8).lines().toList();
      return all.subList(Math.max(0, all.size() - lines), all.size());
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Whether the end of a log says that the disk is full. */
  public static boolean diskFull(Path log) {
    return tail(log, 200).stream().anyMatch(line -> line.contains(DISK_FULL));
  }

  private static Path aged(Path log, int age) {
    return log.resolveSibling(log.getFileName() + "." + age);
  }

  private static void move(Path from, Path to) throws IOException {
    if (Files.exists(from)) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
