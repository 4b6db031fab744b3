package io.tarn.emulator.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The first bytes of a journal: whose table it is and how long the file must be.
 *
 * @param poolId the pool that the device serves
 * @param capacityGiB slices of the table
 * @param fileBytes length of the file, which never changes, so that a shortened file shows
 */
record JournalHeader(String poolId, int capacityGiB, int fileBytes) {

  static final int BYTES = 128;

  private static final byte[] MAGIC = "TARNEMC1".getBytes(StandardCharsets.US_ASCII);
  private static final int CRC_OFFSET = BYTES - 4;

  ByteBuffer encoded() {
    byte[] id = poolId.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer buffer = ByteBuffer.allocate(BYTES);
    buffer.put(MAGIC).putInt(capacityGiB).putInt(fileBytes).put((byte) id.length).put(id);
    buffer.putInt(CRC_OFFSET, crc(buffer.array()));
    return buffer.clear();
  }

  /** The header of a file, or null when it has none that is whole and undamaged. */
  static @Nullable JournalHeader of(byte[] file) {
    if (file.length < BYTES || !Arrays.equals(MAGIC, 0, MAGIC.length, file, 0, MAGIC.length)) {
      return null;
    }
    ByteBuffer buffer = ByteBuffer.wrap(file, 0, BYTES);
    if (buffer.getInt(CRC_OFFSET) != crc(file)) {
      return null;
    }
    buffer.position(MAGIC.length);
    int capacityGiB = buffer.getInt();
    int fileBytes = buffer.getInt();
    byte[] id = new byte[buffer.get()];
    buffer.get(id);
    return new JournalHeader(new String(id, StandardCharsets.US_ASCII), capacityGiB, fileBytes);
  }

  private static int crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, CRC_OFFSET);
    return (int) crc.getValue();
  }
}
