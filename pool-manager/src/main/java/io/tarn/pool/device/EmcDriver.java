package io.tarn.pool.device;

import io.tarn.contracts.emc.GenerationFloor;
import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One EMC. Every call is bounded in time. What a call says is not believed; what {@link #readBack}
 * reads is. Every call throws {@link WrongDeviceException}, and does nothing, when another device
 * answers than it is meant for.
 */
public interface EmcDriver {

  /**
   * The whole table.
   *
   * @throws DeviceException when the device does not answer in time or not in its own words
   */
  TableView readTable();

  /**
   * Changes owners by compare-and-set, each change judged by itself. When it throws, any of them
   * may have happened.
   *
   * @param changes at most one for each slice
   * @throws DeviceException when the device does not answer in time or not in its own words
   */
  void compareAndSetOwners(List<OwnerChange> changes);

  /**
   * The entries of slices as they are now.
   *
   * @param slices one or more
   * @throws DeviceException when the device does not answer in time or not in its own words
   */
  List<TableEntry> readBack(Collection<Integer> slices);

  /**
   * Erases slices that have no owner, at the generation given.
   *
   * @param epoch of the leader that asks
   * @return the slices that were erased
   * @throws DeviceException when the device does not answer in time or not in its own words
   */
  Set<Integer> scrub(long epoch, List<TableEntry> entries);

  /**
   * What the device says itself of slices that may hold data, whatever it said of erasing them.
   *
   * @param slices one or more
   * @return by slice, the generation of its first owner after it was last erased
   * @throws DeviceException when the device does not answer in time or not in its own words
   */
  Map<Integer, Long> readDirty(Collection<Integer> slices);

  /**
   * Raises the generations of entries that have no owner, of a device that takes another's place.
   * What has an owner, or is there already, stays as it is.
   *
   * @param epoch of the leader that asks
   * @param floors the generation that each slice must reach at the least
   * @throws DeviceException when the device does not answer in time or not in its own words
   */
  void raiseGenerations(long epoch, List<GenerationFloor> floors);
}
