package io.tarn.emulator.journal;

import io.tarn.contracts.emc.OwnerChange;
import io.tarn.emulator.table.Entry;
import io.tarn.emulator.table.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds a table from its journal. The file has a fixed length and zeros behind the last frame.
 * What an interrupted write leaves is some part of one frame behind the last whole one: that part
 * is dropped. Anything else is damage and is refused.
 */
final class JournalReader {

  /**
   * What a journal holds.
   *
   * @param header its header
   * @param table the table after its last whole frame
   * @param end offset behind the last whole frame
   * @param frames number of whole frames
   * @param tornBytes bytes of an interrupted write behind the end, 0 when there was none
   */
  record Content(JournalHeader header, Table table, int end, long frames, int tornBytes) {}

  private final Path file;
  private final byte[] bytes;
  private final UUID identity;

  private JournalReader(Path file, byte[] bytes, UUID identity) {
    this.file = file;
    this.bytes = bytes;
    this.identity = identity;
  }

  /**
   * Reads a journal.
   *
   * @param identity what a device is called whose file says nothing of it
   * @throws DamagedTableException when no interrupted write explains what is in the file
   */
  static Content read(Path file, UUID identity) throws IOException {
    return new JournalReader(file, Files.readAllBytes(file), identity).content();
  }

  private Content content() throws DamagedTableException {
    JournalHeader header = header();
    UUID named = header.deviceId();
    Table table = Table.factoryNew(named == null ? identity : named, header.capacityGiB());
    int offset = JournalHeader.BYTES;
    long sequence = 0;
    for (Frame frame = Frame.at(bytes, offset); frame != null; frame = Frame.at(bytes, offset)) {
      sequence++;
      checkFrame(frame, sequence, table, offset);
      table = table.apply(frame.update());
      offset += frame.bytes();
    }
    if (sequence == 0) {
      throw damaged("its first record cannot be read");
    }
    return new Content(header, table, offset, sequence, tornBytes(offset));
  }

  private JournalHeader header() throws DamagedTableException {
    @Nullable JournalHeader header = JournalHeader.of(bytes);
    if (header == null) {
      throw damaged("its header cannot be read");
    }
    if (header.fileBytes() != bytes.length) {
      throw damaged("it is " + bytes.length + " bytes long instead of " + header.fileBytes());
    }
    return header;
  }

  private void checkFrame(Frame frame, long expected, Table table, int offset)
      throws DamagedTableException {
    if (frame.sequence() != expected) {
      throw damaged(
          "record " + frame.sequence() + " stands at byte " + offset + " instead of " + expected);
    }
    for (Entry entry : frame.update().entries()) {
      Integer owner = entry.owner();
      boolean inRange =
          entry.slice() >= 0
              && entry.slice() < table.capacityGiB()
              && (owner == null || (owner >= 0 && owner < OwnerChange.PORTS));
      if (!inRange || entry.generation() < table.entry(entry.slice()).generation()) {
        throw damaged("record " + expected + " does not follow from those before it");
      }
    }
  }

  private int tornBytes(int end) throws DamagedTableException {
    int last = bytes.length;
    while (last > end && bytes[last - 1] == 0) {
      last--;
    }
    if (last - end > Frame.largestBytes()) {
      throw damaged("the record at byte " + end + " cannot be read and much follows it");
    }
    for (int offset = end + 1; offset < last; offset++) {
      if (Frame.at(bytes, offset) != null) {
        throw damaged("the record at byte " + end + " cannot be read but later ones can");
      }
    }
    return last - end;
  }

  private DamagedTableException damaged(String what) {
    return new DamagedTableException(file, what);
  }
}
