package io.tarn.emulator.journal;

import io.tarn.emulator.journal.TableJournal.Opened;
import io.tarn.emulator.table.Device;
import io.tarn.emulator.table.Emc;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The directory in which one emulator keeps the tables of its devices, one file for each. It is
 * locked for as long as it is open.
 */
public final class DeviceDirectory implements Closeable {

  private static final String SUFFIX = ".emc";
  private static final String LOCK_FILE = "emulator.lock";

  private final Path directory;
  private final FileChannel lock;
  private final int fileBytes;
  private final Supplier<UUID> identities;
  private final Map<String, Device> devices;

  private DeviceDirectory(
      Path directory,
      FileChannel lock,
      int fileBytes,
      Supplier<UUID> identities,
      Map<String, Device> devices) {
    this.directory = directory;
    this.lock = lock;
    this.fileBytes = fileBytes;
    this.identities = identities;
    this.devices = new ConcurrentSkipListMap<>(devices);
  }

  /**
   * Opens a directory, making it when it is not there, and every table in it. A damaged table does
   * not keep the others from working.
   *
   * @throws IOException when another emulator has it, or when it cannot be read and written
   */
  public static DeviceDirectory open(Path directory) throws IOException {
    return open(directory, TableJournal.DEFAULT_FILE_BYTES, UUID::randomUUID);
  }

  static DeviceDirectory open(Path directory, int fileBytes, Supplier<UUID> identities)
      throws IOException {
    Files.createDirectories(directory);
    FileChannel lock = lock(directory);
    try {
      return new DeviceDirectory(
          directory, lock, fileBytes, identities, openTables(directory, identities));
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
    throw new IOException("another emulator uses the data directory " + directory);
  }

  private static Map<String, Device> openTables(Path directory, Supplier<UUID> identities)
      throws IOException {
    Map<String, Device> devices = new TreeMap<>();
    for (Path file : filesIn(directory)) {
      String name = file.getFileName().toString();
      if (name.endsWith(SUFFIX + TableJournal.TEMPORARY_SUFFIX)) {
        Files.delete(file);
      } else if (name.endsWith(SUFFIX)) {
        String poolId = name.substring(0, name.length() - SUFFIX.length());
        devices.put(poolId, openTable(file, poolId, identities.get()));
      }
    }
    return devices;
  }

  private static Device openTable(Path file, String poolId, UUID identity) throws IOException {
    try {
      Opened opened = TableJournal.open(file, poolId, identity);
      return new Device.Working(new Emc(opened.table(), opened.journal()));
    } catch (DamagedTableException e) {
      return new Device.Damaged(String.valueOf(e.getMessage()));
    }
  }

  private static List<Path> filesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** The device of a pool, if one is plugged in. */
  public Optional<Device> device(String poolId) {
    return Optional.ofNullable(devices.get(poolId));
  }

  /** Every device by pool. */
  public Map<String, Device> devices() {
    return Map.copyOf(devices);
  }

  /**
   * Plugs in an empty device with an identity of its own, durable on return, unless the pool has
   * one already.
   *
   * @param poolId letters, digits, '.', '_' and '-' only
   * @param capacityGiB 1..1024
   * @return whether a device was plugged in by this call
   */
  public synchronized boolean plugIn(String poolId, int capacityGiB) throws IOException {
    if (devices.containsKey(poolId)) {
      return false;
    }
    Path file = directory.resolve(poolId + SUFFIX);
    if (Files.exists(file)) {
      throw new IOException(file.getFileName() + " belongs to another pool on this file system");
    }
    Opened made = TableJournal.create(file, poolId, identities.get(), capacityGiB, fileBytes);
    devices.put(poolId, new Device.Working(new Emc(made.table(), made.journal())));
    return true;
  }

  @Override
  public synchronized void close() throws IOException {
    try {
      for (Device device : devices.values()) {
        if (device instanceof Device.Working working) {
          working.emc().close();
        }
      }
    } finally {
      lock.close();
    }
  }
}
