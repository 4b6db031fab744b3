package io.tarn.emulator.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.OwnerChangeRequest;
import io.tarn.emulator.table.Device;
import io.tarn.emulator.table.Emc;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceDirectoryTest {

  @TempDir private Path directory;

  @Test
  void open_again_hasTheDevicesWithTheirOwners() throws IOException {
    try (DeviceDirectory devices = DeviceDirectory.open(directory)) {
      assertThat(devices.plugIn("p1", 8)).isTrue();
      assertThat(devices.plugIn("p1", 8)).isFalse();
      emc(devices, "p1")
          .change(new OwnerChangeRequest(List.of(new OwnerChange(5, null, 0, 63, 2))));
    }
    try (DeviceDirectory devices = DeviceDirectory.open(directory)) {
      assertThat(emc(devices, "p1").table().entry(5).owner()).isEqualTo(63);
      assertThat(emc(devices, "p1").table().highestEpoch()).isEqualTo(2);
      assertThat(devices.device("p2")).isEqualTo(Optional.empty());
    }
  }

  @Test
  void device_isTheSameAfterARestartAndNoOther() throws IOException {
    UUID first;
    UUID second;
    try (DeviceDirectory devices = DeviceDirectory.open(directory)) {
      devices.plugIn("p1", 8);
      devices.plugIn("p2", 8);
      first = emc(devices, "p1").table().deviceId();
      second = emc(devices, "p2").table().deviceId();
    }
    assertThat(first).isNotEqualTo(second);
    assertThat(first.version()).isEqualTo(4);
    try (DeviceDirectory devices = DeviceDirectory.open(directory)) {
      assertThat(emc(devices, "p1").table().deviceId()).isEqualTo(first);
      assertThat(emc(devices, "p2").table().deviceId()).isEqualTo(second);
      // through a change that replaces the whole file, and one that is undone
      Emc emc = emc(devices, "p1");
      emc.change(new OwnerChangeRequest(List.of(new OwnerChange(5, null, 0, 63, 2))));
      emc.goBack(0);
    }
    Files.delete(directory.resolve("p2.emc"));
    try (DeviceDirectory devices = DeviceDirectory.open(directory)) {
      assertThat(emc(devices, "p1").table().deviceId()).isEqualTo(first);
      assertThat(devices.plugIn("p2", 8)).isTrue();
      assertThat(emc(devices, "p2").table().deviceId())
          .as("a table made anew is another device's")
          .isNotEqualTo(second);
    }
  }

  @Test
  void open_aFileFromBeforeDevicesHadIdentities_givesItsDeviceOneForGood() throws IOException {
    UUID given = UUID.fromString("0f0e0d0c-0b0a-4908-8706-050403020100");
    Path file = directory.resolve("p1.emc");
    try (DeviceDirectory devices = DeviceDirectory.open(directory)) {
      devices.plugIn("p1", 8);
      emc(devices, "p1")
          .change(new OwnerChangeRequest(List.of(new OwnerChange(5, null, 0, 63, 2))));
    }
    byte[] bytes = Files.readAllBytes(file);
    System.arraycopy(oldHeader("p1", 8, bytes.length), 0, bytes, 0, 128);
    Files.write(file, bytes);
    try (DeviceDirectory devices = DeviceDirectory.open(directory, bytes.length, () -> given)) {
      assertThat(emc(devices, "p1").table().deviceId()).isEqualTo(given);
      assertThat(emc(devices, "p1").table().entry(5).owner()).isEqualTo(63);
      assertThat(emc(devices, "p1").table().highestEpoch()).isEqualTo(2);
      emc(devices, "p1")
          .change(new OwnerChangeRequest(List.of(new OwnerChange(6, null, 0, 62, 3))));
    }
    assertThat(Files.size(file)).isEqualTo(bytes.length);
    try (DeviceDirectory devices = DeviceDirectory.open(directory)) {
      assertThat(emc(devices, "p1").table().deviceId()).isEqualTo(given);
      assertThat(emc(devices, "p1").table().entry(5).owner()).isEqualTo(63);
      assertThat(emc(devices, "p1").table().entry(6).owner()).isEqualTo(62);
    }
  }

  @Test
  void open_aDamagedFileFromBefore_isLeftAsItIs() throws IOException {
    try (DeviceDirectory devices = DeviceDirectory.open(directory)) {
      devices.plugIn("a", 8);
    }
    byte[] bytes = Files.readAllBytes(directory.resolve("a.emc"));
    System.arraycopy(oldHeader("a", 8, bytes.length), 0, bytes, 0, 128);
    Path file = directory.resolve("b.emc");
    Files.write(file, bytes);
    try (DeviceDirectory devices = DeviceDirectory.open(directory)) {
      assertThat(devices.device("b").orElseThrow()).isInstanceOf(Device.Damaged.class);
    }
    assertThat(file).hasBinaryContent(bytes);
  }

  /** A header as it was: magic, capacity, length of the file, the pool, and at 124 a CRC-32C. */
  private static byte[] oldHeader(String poolId, int capacityGiB, int fileBytes) {
    ByteBuffer header = ByteBuffer.allocate(128);
    header.put("TARNEMC1".getBytes(US_ASCII)).putInt(capacityGiB).putInt(fileBytes);
    header.put((byte) poolId.length()).put(poolId.getBytes(US_ASCII));
    CRC32C crc = new CRC32C();
    crc.update(header.array(), 0, 124);
    return header.putInt(124, (int) crc.getValue()).array();
  }

  @Test
  void open_whileOpen_isRefused() throws IOException {
    try (DeviceDirectory first = DeviceDirectory.open(directory)) {
      assertThatThrownBy(() -> DeviceDirectory.open(directory))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("another emulator uses the data directory");
      assertThat(first.plugIn("p1", 1)).isTrue();
    }
    DeviceDirectory.open(directory).close();
  }

  @Test
  void open_oneTableDamaged_servesTheOthersAndKeepsTheFile() throws IOException {
    try (DeviceDirectory devices = DeviceDirectory.open(directory)) {
      devices.plugIn("good", 2);
      devices.plugIn("bad", 2);
    }
    Path bad = directory.resolve("bad.emc");
    Files.writeString(bad, "not a table");
    try (DeviceDirectory devices = DeviceDirectory.open(directory)) {
      assertThat(emc(devices, "good").table().capacityGiB()).isEqualTo(2);
      assertThat(devices.device("bad").orElseThrow()).isInstanceOf(Device.Damaged.class);
      assertThat(devices.plugIn("bad", 2)).isFalse();
    }
    assertThat(bad).hasContent("not a table");
  }

  @Test
  void open_fileOfAnotherPool_isDamaged() throws IOException {
    try (DeviceDirectory devices = DeviceDirectory.open(directory)) {
      devices.plugIn("a", 2);
    }
    Files.move(directory.resolve("a.emc"), directory.resolve("b.emc"));
    try (DeviceDirectory devices = DeviceDirectory.open(directory)) {
      assertThat(devices.device("b").orElseThrow())
          .isInstanceOfSatisfying(
              Device.Damaged.class,
              damaged -> assertThat(damaged.reason()).contains("it holds the table of pool a"));
    }
  }

  @Test
  void open_leftoverOfAnInterruptedCreation_isRemoved() throws IOException {
    Path leftover = directory.resolve("p1.emc.tmp");
    Files.writeString(leftover, "half");
    try (DeviceDirectory devices = DeviceDirectory.open(directory)) {
      assertThat(leftover).doesNotExist();
      assertThat(devices.plugIn("p1", 3)).isTrue();
    }
  }

  private static Emc emc(DeviceDirectory devices, String poolId) {
    return ((Device.Working) devices.device(poolId).orElseThrow()).emc();
  }
}
