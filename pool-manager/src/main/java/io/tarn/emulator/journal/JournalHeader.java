package io.tarn.emulator.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The first bytes of a journal: whose table it is and how long the file must be.
 *
 * @param poolId the pool that the device serves
 * @param deviceId of the device; absent in a file of before devices had identities
 * @param capacityGiB slices of the table
 * @param fileBytes length of the file, which never changes, so that a shortened file shows
 */
record JournalHeader(String poolId, @Nullable UUID deviceId, int capacityGiB, int fileBytes) {

  static final int BYTES = 128;

  private static final byte[] MAGIC = "TARNEMC2".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] MAGIC_WITHOUT_IDENTITY =
      "TARNEMC1".getBytes(StandardCharsets.US_ASCII);
  private static final int CRC_OFFSET = BYTES - 4;

  /** The same of a device with an identity. */
  JournalHeader of(UUID identity) {
    return new JournalHeader(poolId, identity, capacityGiB, fileBytes);
  }

  ByteBuffer encoded() {
    byte[] id = poolId.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer buffer = ByteBuffer.allocate(BYTES);
    buffer.put(deviceId == null ? MAGIC_WITHOUT_IDENTITY : MAGIC);
    buffer.putInt(capacityGiB).putInt(fileBytes).put((byte) id.length).put(id);
    if (deviceId != null) {
      buffer.putLong(deviceId.getMostSignificantBits()).putLong(deviceId.getLeastSignificantBits());
    }
    buffer.putInt(CRC_OFFSET, crc(buffer.array()));
    return buffer.clear();
  }

  /** The header of a file, or null when it has none that is whole and undamaged. */
  static @Nullable JournalHeader of(byte[] file) {
    boolean identified = startsWith(file, MAGIC);
    if (file.length < BYTES || !(identified || startsWith(file, MAGIC_WITHOUT_IDENTITY))) {
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
    UUID deviceId = identified ? new UUID(buffer.getLong(), buffer.getLong()) : null;
    return new JournalHeader(
        new String(id, StandardCharsets.US_ASCII), deviceId, capacityGiB, fileBytes);
  }

  private static boolean startsWith(byte[] file, byte[] magic) {
    return file.length >= magic.length
        && Arrays.equals(magic, 0, magic.length, file, 0, magic.length);
  }

  private static int crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, CRC_OFFSET);
    return (int) crc.getValue();
  }
}
