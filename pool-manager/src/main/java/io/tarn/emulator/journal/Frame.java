package io.tarn.emulator.journal;

import io.tarn.emulator.table.Entry;
import io.tarn.emulator.table.TableUpdate;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One update in a journal: magic, payload length, sequence, payload, and a CRC-32C over all of
 * these.
 *
 * @param sequence its place in the journal, from 1
 * @param update what changed
 */
record Frame(long sequence, TableUpdate update) {

  private static final int MAGIC = 0x7A_45_4D_43;
  private static final int HEAD_BYTES = 4 + 4 + 8;
  private static final int CRC_BYTES = 4;
  private static final int PAYLOAD_HEAD_BYTES = 8 + 4;
  private static final int ENTRY_BYTES = 2 + 1 + 8 + 8;
  private static final int MOST_ENTRIES = 1024;
  private static final byte NO_OWNER = -1;

  static int bytesFor(int entries) {
    return HEAD_BYTES + PAYLOAD_HEAD_BYTES + entries * ENTRY_BYTES + CRC_BYTES;
  }

  static int largestBytes() {
    return bytesFor(MOST_ENTRIES);
  }

  int bytes() {
    return bytesFor(update.entries().size());
  }

  ByteBuffer encoded() {
    ByteBuffer buffer = ByteBuffer.allocate(bytes());
    buffer.putInt(MAGIC).putInt(bytes() - HEAD_BYTES - CRC_BYTES).putLong(sequence);
    buffer.putLong(update.highestEpoch()).putInt(update.entries().size());
    for (Entry entry : update.entries()) {
      buffer.putShort((short) entry.slice());
      buffer.put(entry.owner() == null ? NO_OWNER : entry.owner().byteValue());
      buffer.putLong(entry.generation()).putLong(entry.dirtySince());
    }
    buffer.putInt(crc(buffer.array(), 0, buffer.position()));
    return buffer.flip();
  }

  /** The frame that starts at an offset, or null when no whole and undamaged one does. */
  static @Nullable Frame at(byte[] file, int offset) {
    if (offset + bytesFor(0) > file.length) {
      return null;
    }
    ByteBuffer buffer = ByteBuffer.wrap(file, offset, file.length - offset);
    if (buffer.getInt() != MAGIC) {
      return null;
    }
    int payload = buffer.getInt();
    int entries = (payload - PAYLOAD_HEAD_BYTES) / ENTRY_BYTES;
    if (payload < PAYLOAD_HEAD_BYTES
        || entries > MOST_ENTRIES
        || payload != PAYLOAD_HEAD_BYTES + entries * ENTRY_BYTES
        || offset + bytesFor(entries) > file.length) {
      return null;
    }
    int covered = HEAD_BYTES + payload;
    if (buffer.getInt(offset + covered) != crc(file, offset, covered)) {
      return null;
    }
    long sequence = buffer.getLong();
    long epoch = buffer.getLong();
    return buffer.getInt() == entries
        ? new Frame(sequence, new TableUpdate(epoch, readEntries(buffer, entries)))
        : null;
  }

  private static List<Entry> readEntries(ByteBuffer buffer, int count) {
    List<Entry> entries = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int slice = buffer.getShort();
      byte owner = buffer.get();
      entries.add(
          new Entry(
              slice,
              owner == NO_OWNER ? null : Integer.valueOf(owner),
              buffer.getLong(),
              buffer.getLong()));
    }
    return entries;
  }

  private static int crc(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
