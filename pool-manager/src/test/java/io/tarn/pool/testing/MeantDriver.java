package io.tarn.pool.testing;

import io.tarn.contracts.emc.GenerationFloor;
import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.pool.device.EmcDriver;
import io.tarn.pool.device.WrongDeviceException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls that are meant for one device, at a place where another may be.
 *
 * @param emc the device that is there
 * @param deviceId which one it is
 * @param meant for which one the calls are meant; {@code null} for whichever answers
 */
public record MeantDriver(
    Supplier<? extends EmcDriver> emc, Supplier<UUID> deviceId, @Nullable UUID meant)
    implements EmcDriver {

  @Override
  public TableView readTable() {
    return right().readTable();
  }

  @Override
  public void compareAndSetOwners(List<OwnerChange> changes) {
    right().compareAndSetOwners(changes);
  }

  @Override
  public List<TableEntry> readBack(Collection<Integer> slices) {
    return right().readBack(slices);
  }

  @Override
  public Set<Integer> scrub(long epoch, List<TableEntry> entries) {
    return right().scrub(epoch, entries);
  }

  @Override
  public Map<Integer, Long> readDirty(Collection<Integer> slices) {
    return right().readDirty(slices);
  }

  @Override
  public void raiseGenerations(long epoch, List<GenerationFloor> floors) {
    right().raiseGenerations(epoch, floors);
  }

  private EmcDriver right() {
    UUID answers = deviceId.get();
    if (meant != null && !meant.equals(answers)) {
      throw new WrongDeviceException(
          "this is device " + answers + ", the call is meant for device " + meant);
    }
    return emc.get();
  }
}
