package io.tarn.pool.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.contracts.emc.GenerationFloor;
import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.pool.testing.InMemoryEmc;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every driver of an EMC does. */
public abstract class EmcDriverContract {

  private final InMemoryEmc device = new InMemoryEmc(4);

  /**
   * The driver under test, of this device.
   *
   * @param meant the device that its calls are meant for; {@code null} for whichever answers
   */
  protected abstract EmcDriver driver(InMemoryEmc emc, @Nullable UUID meant);

  private EmcDriver driver(InMemoryEmc emc) {
    return driver(emc, null);
  }

  @Test
  void table_isReadWhole() {
    driver(device).compareAndSetOwners(List.of(new OwnerChange(1, null, 0, 5, 3)));
    assertThat(driver(device).readTable().capacityGiB()).isEqualTo(4);
    assertThat(driver(device).readTable().highestEpoch()).isEqualTo(3);
    assertThat(driver(device).readTable().entries())
        .containsExactly(
            new TableEntry(0, null, 0),
            new TableEntry(1, 5, 1),
            new TableEntry(2, null, 0),
            new TableEntry(3, null, 0));
  }

  @Test
  void device_saysWhichOneItIs() {
    assertThat(driver(device).readTable().deviceId()).isEqualTo(device.deviceId());
    assertThat(driver(device, device.deviceId()).readTable().deviceId())
        .isEqualTo(device.deviceId());
  }

  @Test
  void device_doesAndSaysNothingToACallForAnother() {
    device.soil(1, 1);
    UUID another = UUID.randomUUID();
    EmcDriver driver = driver(device, another);
    List<Runnable> calls =
        List.of(
            driver::readTable,
            () -> driver.compareAndSetOwners(List.of(new OwnerChange(0, null, 0, 5, 3))),
            () -> driver.readBack(List.of(0)),
            () -> driver.readBack(List.of(0, 1)),
            () -> driver.scrub(3, List.of(new TableEntry(1, null, 0))),
            () -> driver.readDirty(List.of(0)),
            () -> driver.raiseGenerations(3, List.of(new GenerationFloor(0, 7))));
    for (Runnable call : calls) {
      assertThatExceptionOfType(WrongDeviceException.class)
          .isThrownBy(call::run)
          .withMessageContaining(
              "this is device " + device.deviceId() + ", the call is meant for device " + another);
    }
    assertThat(device.entry(0)).isEqualTo(new TableEntry(0, null, 0));
    assertThat(device.dirty()).containsExactly(1);
    assertThat(device.readTable().highestEpoch()).isZero();
  }

  @Test
  void change_happensOnlyWhereOwnerAndGenerationAreAsExpected() {
    driver(device)
        .compareAndSetOwners(
            List.of(
                new OwnerChange(0, null, 0, 5, 3),
                new OwnerChange(1, null, 1, 5, 3),
                new OwnerChange(2, 6, 0, 5, 3)));
    assertThat(driver(device).readBack(List.of(0, 1, 2)))
        .containsExactlyInAnyOrder(
            new TableEntry(0, 5, 1), new TableEntry(1, null, 0), new TableEntry(2, null, 0));
  }

  @Test
  void change_ofAnOlderEpochDoesNotHappen() {
    driver(device).compareAndSetOwners(List.of(new OwnerChange(0, null, 0, 5, 3)));
    driver(device).compareAndSetOwners(List.of(new OwnerChange(1, null, 0, 6, 2)));
    assertThat(driver(device).readBack(List.of(1))).containsExactly(new TableEntry(1, null, 0));
  }

  @Test
  void readBack_readsFewAndMany() {
    driver(device).compareAndSetOwners(List.of(new OwnerChange(3, null, 0, 5, 3)));
    assertThat(driver(device).readBack(List.of(3))).containsExactly(new TableEntry(3, 5, 1));
    assertThat(driver(device).readBack(List.of(0, 1, 3)))
        .containsExactlyInAnyOrder(
            new TableEntry(0, null, 0), new TableEntry(1, null, 0), new TableEntry(3, 5, 1));
  }

  @Test
  void scrub_erasesOnlyWhatHasNoOwnerAtThatGeneration() {
    driver(device).compareAndSetOwners(List.of(new OwnerChange(0, null, 0, 5, 3)));
    assertThat(
            driver(device)
                .scrub(
                    3,
                    List.of(
                        new TableEntry(0, null, 1),
                        new TableEntry(1, null, 0),
                        new TableEntry(2, null, 9))))
        .containsExactly(1);
  }

  @Test
  void dirty_isWhatHadAnOwnerSinceItWasErased() {
    driver(device).compareAndSetOwners(List.of(new OwnerChange(0, null, 0, 5, 3)));
    assertThat(driver(device).readDirty(List.of(0, 1))).containsExactlyEntriesOf(Map.of(0, 1L));
    assertThat(driver(device).readDirty(List.of(1, 2))).isEmpty();
    driver(device).compareAndSetOwners(List.of(new OwnerChange(0, 5, 1, null, 3)));
    assertThat(driver(device).readDirty(List.of(0))).containsExactlyEntriesOf(Map.of(0, 1L));
    driver(device).scrub(3, List.of(new TableEntry(0, null, 2)));
    assertThat(driver(device).readDirty(List.of(0))).isEmpty();
  }

  @Test
  void generations_riseOnlyWhereNobodyIsTheOwner() {
    driver(device).compareAndSetOwners(List.of(new OwnerChange(0, null, 0, 5, 3)));
    List<GenerationFloor> floors =
        List.of(new GenerationFloor(0, 9), new GenerationFloor(1, 9), new GenerationFloor(2, 1));
    driver(device).raiseGenerations(2, floors);
    assertThat(driver(device).readBack(List.of(1))).containsExactly(new TableEntry(1, null, 0));
    driver(device).raiseGenerations(3, floors);
    driver(device).raiseGenerations(4, List.of(new GenerationFloor(1, 4)));
    assertThat(driver(device).readBack(List.of(0, 1, 2, 3)))
        .containsExactlyInAnyOrder(
            new TableEntry(0, 5, 1),
            new TableEntry(1, null, 9),
            new TableEntry(2, null, 1),
            new TableEntry(3, null, 0));
    assertThat(driver(device).readTable().highestEpoch()).isEqualTo(4);
  }

  @Test
  void device_thatIsAwayIsAnException() {
    device.away(true);
    assertThatExceptionOfType(DeviceException.class).isThrownBy(() -> driver(device).readTable());
    assertThatExceptionOfType(DeviceException.class)
        .isThrownBy(
            () -> driver(device).compareAndSetOwners(List.of(new OwnerChange(0, null, 0, 5, 3))));
    assertThatExceptionOfType(DeviceException.class)
        .isThrownBy(() -> driver(device).readBack(List.of(0)));
    assertThatExceptionOfType(DeviceException.class)
        .isThrownBy(() -> driver(device).scrub(1, List.of(new TableEntry(0, null, 0))));
    assertThatExceptionOfType(DeviceException.class)
        .isThrownBy(() -> driver(device).readDirty(List.of(0)));
    assertThatExceptionOfType(DeviceException.class)
        .isThrownBy(() -> driver(device).raiseGenerations(1, List.of(new GenerationFloor(0, 1))));
  }
}
