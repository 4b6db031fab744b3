package io.tarn.emulator.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.OwnerChangeRequest;
import io.tarn.emulator.table.Device;
import io.tarn.emulator.table.Emc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
