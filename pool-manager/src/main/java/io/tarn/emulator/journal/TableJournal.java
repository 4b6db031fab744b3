package io.tarn.emulator.journal;

import io.tarn.emulator.table.Table;
import io.tarn.emulator.table.TableStore;
import io.tarn.emulator.table.TableUpdate;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A table's file: a header, then one frame per request, written and forced before it is answered.
 * The file is filled with zeros when it is made, so an append never changes its length. A full file
 * is replaced by one that starts with the whole table, by an atomic rename. Not safe for use by
 * several threads.
 */
final class TableJournal implements TableStore {

  static final int DEFAULT_FILE_BYTES = 512 << 10;
  static final String TEMPORARY_SUFFIX = ".tmp";

  private final Path file;
  private JournalHeader header;
  private FileChannel channel;
  private int end;
  private long frames;
  private @Nullable IOException failure;

  private TableJournal(Path file, JournalHeader header, FileChannel channel, int end, long frames) {
    this.file = file;
    this.header = header;
    this.channel = channel;
    this.end = end;
    this.frames = frames;
  }

  /** A journal that was opened and the table that it held. */
  record Opened(TableJournal journal, Table table) {}

  /**
   * Makes the file of a new table.
   *
   * @param deviceId the identity of the device
   * @param fileBytes its length, with room for at least two whole tables
   */
  static Opened create(Path file, String poolId, UUID deviceId, int capacityGiB, int fileBytes)
      throws IOException {
    JournalHeader header = new JournalHeader(poolId, deviceId, capacityGiB, fileBytes);
    Table table = Table.factoryNew(deviceId, capacityGiB);
    Frame first = new Frame(1, table.whole());
    FileChannel channel = writeTemporary(file, header, first);
    try {
      moveIntoPlace(file);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    int end = JournalHeader.BYTES + first.bytes();
    return new Opened(new TableJournal(file, header, channel, end, 1), table);
  }

  /**
   * Opens the file of a table, dropping what an interrupted write left behind its end. A file of
   * before devices had identities is replaced by one that has its device's.
   *
   * @param poolId whose table it must hold
   * @param identity for a device that has none
   * @throws DamagedTableException when no interrupted write explains what is in the file
   */
  static Opened open(Path file, String poolId, UUID identity) throws IOException {
    JournalReader.Content content = JournalReader.read(file, identity);
    String holds = content.header().poolId();
    if (!holds.equals(poolId)) {
      throw new DamagedTableException(file, "it holds the table of pool " + holds);
    }
    FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
    if (content.tornBytes() > 0) {
      write(channel, ByteBuffer.allocate(content.tornBytes()), content.end());
      channel.force(false);
    }
    TableJournal journal =
        new TableJournal(file, content.header(), channel, content.end(), content.frames());
    if (content.header().deviceId() == null) {
      journal.identify(content.table());
    }
    return new Opened(journal, content.table());
  }

  private void identify(Table table) throws IOException {
    header = header.of(table.deviceId());
    try {
      startOver(table);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public void append(TableUpdate update, Table after) throws IOException {
    requireSound();
    Frame frame = new Frame(frames + 1, update);
    if (end + frame.bytes() > header.fileBytes()) {
      startOver(after);
      return;
    }
    try {
      write(channel, frame.encoded(), end);
      channel.force(false);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
    end += frame.bytes();
    frames++;
  }

  @Override
  public void replace(Table table) throws IOException {
    requireSound();
    startOver(table);
  }

  private void requireSound() throws IOException {
    if (failure != null) {
      throw new IOException("an earlier write failed, restart the emulator: " + failure, failure);
    }
  }

  private void startOver(Table after) throws IOException {
    Frame first = new Frame(1, after.whole());
    FileChannel fresh = writeTemporary(file, header, first);
    try {
      moveIntoPlace(file);
      channel.close();
    } catch (IOException e) {
      failure = e;
      fresh.close();
      throw e;
    }
    channel = fresh;
    end = JournalHeader.BYTES + first.bytes();
    frames = 1;
  }

  private static FileChannel writeTemporary(Path file, JournalHeader header, Frame first)
      throws IOException {
    ByteBuffer content = ByteBuffer.allocate(header.fileBytes());
    content.put(header.encoded()).put(first.encoded()).clear();
    FileChannel channel =
        FileChannel.open(
            temporary(file),
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    try {
      write(channel, content, 0);
      channel.force(true);
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static void moveIntoPlace(Path file) throws IOException {
    Files.move(temporary(file), file, StandardCopyOption.ATOMIC_MOVE);
    forceDirectory(file);
  }

  private static Path temporary(Path file) {
    return file.resolveSibling(file.getFileName() + TEMPORARY_SUFFIX);
  }

  private static void forceDirectory(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  private static void write(FileChannel channel, ByteBuffer bytes, long offset) throws IOException {
    while (bytes.hasRemaining()) {
      offset += channel.write(bytes, offset);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
