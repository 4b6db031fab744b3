package io.tarn.cot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The last incarnation of a front end, in a file that is locked while the front end lives. Two
 * lines are kept, the newer wins, so that a write that was cut short leaves the older one.
 */
final class IncarnationFile implements AutoCloseable {

  private static final int LINE = 20;

  private final Path file;
  private final FileChannel channel;

  private IncarnationFile(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Opens and locks the file of a front end, which is made when it is missing.
   *
   * @throws IOException when that cannot be, for example because another process holds it
   */
  static IncarnationFile open(Path directory, String frontEndId) throws IOException {
    Path file = directory.resolve(frontEndId + ".incarnation");
    FileChannel channel = opened(directory, file);
    if (lock(channel) == null) {
      channel.close();
      throw new IOException(file + " is held by another process: is this front end running twice?");
    }
    return new IncarnationFile(file, channel);
  }

  private static FileChannel opened(Path directory, Path file) throws IOException {
    try {
      Files.createDirectories(directory);
      return FileChannel.open(
          file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    } catch (FileSystemException e) {
      throw new IOException(
          "the state directory " + directory + " cannot be made or written: " + e, e);
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  /**
   * The incarnation to begin now; durable when this returns.
   *
   * @param nowMillis it is this, or one above the last when the clock is behind that
   * @throws IOException when it cannot be read or kept
   */
  long next(long nowMillis) throws IOException {
    long first = read(0);
    long second = read(1);
    long next = Math.max(nowMillis, Math.max(first, second) + 1);
    write(first <= second ? 0 : 1, next);
    return next;
  }

  private long read(int line) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(LINE);
    channel.read(bytes, (long) line * LINE);
    String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
    boolean whole = bytes.position() == LINE && text.endsWith("\n");
    if (!whole) {
      return 0;
    }
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw new IOException(file + " is damaged: line " + (line + 1) + " is no number", e);
    }
  }

  private void write(int line, long incarnation) throws IOException {
    String text = String.format("%0" + (LINE - 1) + "d%n", incarnation).replace("\r", "");
    channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), (long) line * LINE);
    channel.force(true);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
