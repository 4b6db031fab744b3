package io.tarn.agent.state;

import io.tarn.agent.host.HostState;
import io.tarn.agent.host.HostStateStore;
import io.tarn.agent.probe.Progress;
import io.tarn.agent.probe.ProgressStore;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A directory with one JSON file per host, replaced as a whole by an atomic rename, so that a kill
 * at any moment leaves the last state or the one before. Locked for as long as it is open.
 */
public final class StateDirectory implements HostStateStore, ProgressStore, Closeable {

  private static final String LOCK_FILE = "agents.lock";
  // no host can have this name
  private static final String PROGRESS_FILE = "telemetry!.json";
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();

  private final Path directory;
  private final FileChannel lock;
  private final FileChannel entries;

  private StateDirectory(Path directory, FileChannel lock, FileChannel entries) {
    this.directory = directory;
    this.lock = lock;
    this.entries = entries;
  }

  /**
   * Opens a directory, making it when it is not there.
   *
   * @throws IOException when other agents have it, or when it cannot be written
   */
  public static StateDirectory open(Path directory) throws IOException {
    Files.createDirectories(directory);
    FileChannel lock = lock(directory);
    try {
      return new StateDirectory(
          directory, lock, FileChannel.open(directory, StandardOpenOption.READ));
    } catch (IOException e) {
      lock.close();
      throw e;
    }
  }

  private static FileChannel lock(Path directory) throws IOException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock held = channel.tryLock();
      if (held != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // held in this very process: the same answer as for another one
    }
    channel.close();
    throw new IOException("other agents use the state directory " + directory);
  }

  @Override
  public Optional<HostState> load(String hostId) throws IOException {
    Path file = file(hostId);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    HostState state = read(file);
    if (!state.hostId().equals(hostId)) {
      throw new IOException(file + " holds the state of host " + state.hostId());
    }
    return Optional.of(state);
  }

  private static HostState read(Path file) throws IOException {
    String unreadable =
        file
            + " cannot be read as the state of a simulated host. Restore it, or remove it and"
            + " take the host for rebooted";
    HostFile content;
    try {
      content = JSON.readValue(Files.readAllBytes(file), HostFile.class);
    } catch (JacksonException e) {
      throw new IOException(unreadable, e);
    }
    if (content == null) {
      throw new IOException(unreadable);
    }
    return content.state();
  }

  @Override
  public void save(HostState state) throws IOException {
    replace(file(state.hostId()), HostFile.of(state));
  }

  @Override
  public Progress loadProgress() throws IOException {
    Path file = directory.resolve(PROGRESS_FILE);
    if (!Files.exists(file)) {
      return Progress.NONE;
    }
    String unreadable =
        file + " cannot be read as the progress of telemetry. Restore it, or remove it";
    try {
      Progress progress = JSON.readValue(Files.readAllBytes(file), Progress.class);
      if (progress == null) {
        throw new IOException(unreadable);
      }
      return progress;
    } catch (JacksonException e) {
      throw new IOException(unreadable, e);
    }
  }

  @Override
  public void saveProgress(Progress progress) throws IOException {
    replace(directory.resolve(PROGRESS_FILE), progress);
  }

  private void replace(Path file, Object value) throws IOException {
    Path temporary = directory.resolve(file.getFileName() + ".tmp");
    ByteBuffer content = ByteBuffer.wrap(JSON.writeValueAsBytes(value));
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      while (content.hasRemaining()) {
        channel.write(content);
      }
      channel.force(false);
    }
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    entries.force(true);
  }

  private Path file(String hostId) {
    return directory.resolve(hostId + ".json");
  }

  @Override
  public void close() throws IOException {
    entries.close();
    lock.close();
  }
}
