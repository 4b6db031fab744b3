package io.tarn.local.home;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Held by the one process that runs a stack in a home. The operating system lets go of it when that
 * process ends, however it ends.
 */
public final class StackLock implements AutoCloseable {

  private final FileChannel channel;

  private StackLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock.
   *
   * @param home whose lock
   * @param what the command that takes it, for example {@code demo}
   * @throws CannotStart when another process has it; says which and what to do
   */
  public static StackLock take(Home home, String what) throws CannotStart {
    try {
      Files.createDirectories(home.root());
      FileChannel channel =
          FileChannel.open(
              home.lock(),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      if (tryLock(channel) == null) {
        channel.close();
        throw new CannotStart(taken(home));
      }
      String holder = what + " (pid " + ProcessHandle.current().pid() + ")";
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)));
      return new StackLock(channel);
    } catch (IOException e) {
      throw new CannotStart(
          home.root() + " cannot be used: " + e + ". Set TARN_HOME to another folder.", e);
    }
  }

  /** Who holds the lock now, for people; empty when nobody does. */
  public static Optional<String> holder(Home home) {
    if (!Files.exists(home.lock())) {
      return Optional.empty();
    }
    try (FileChannel channel =
            FileChannel.open(home.lock(), StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = tryLock(channel)) {
      return lock == null ? Optional.of(Files.readString(home.lock())) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static String taken(Home home) throws IOException {
    Path file = home.lock();
    return "A stack is running already in "
        + home.root()
        + ": "
        + Files.readString(file)
        + ". End it with ./tarn down (or Ctrl-C where a demo runs), or set TARN_HOME to another"
        + " folder for a second one.";
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
