package io.tarn.pool.testing;

import io.tarn.contracts.emc.GenerationFloor;
import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.pool.device.DeviceException;
import io.tarn.pool.device.EmcDriver;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An EMC in memory that can be told to misbehave. */
public final class InMemoryEmc implements EmcDriver {

  private final UUID deviceId = UUID.randomUUID();
  private final List<TableEntry> entries = new ArrayList<>();
  private final List<OwnerChange> asked = new ArrayList<>();
  private final Map<Integer, Long> dirty = new HashMap<>();
  private long highestEpoch;
  private boolean away;
  private boolean idle;
  private Runnable beforeReadBack = () -> {};

  /** A table without owners. */
  public InMemoryEmc(int capacityGiB) {
    for (int slice = 0; slice < capacityGiB; slice++) {
      entries.add(new TableEntry(slice, null, 0));
    }
  }

  /** Which device it is. */
  public UUID deviceId() {
    return deviceId;
  }

  /** The same, which does nothing for calls that are meant for another device. */
  public EmcDriver meantFor(@Nullable UUID device) {
    return new MeantDriver(() -> this, () -> deviceId, device);
  }

  /** Whether it answers at all. */
  public synchronized void away(boolean isAway) {
    away = isAway;
  }

  /** Whether it says success and does nothing. */
  public synchronized void idle(boolean isIdle) {
    idle = isIdle;
  }

  /** Runs just before entries are read back. */
  public synchronized void beforeReadBack(Runnable action) {
    beforeReadBack = action;
  }

  /** Puts an entry into the table by another hand. */
  public synchronized void overwrite(int slice, @Nullable Integer owner, long generation) {
    entries.set(slice, new TableEntry(slice, owner, generation));
  }

  /** Every change that was ever asked for. */
  public synchronized List<OwnerChange> asked() {
    return List.copyOf(asked);
  }

  /** An entry as it is. */
  public synchronized TableEntry entry(int slice) {
    return entries.get(slice);
  }

  /** Slices that had an owner since they were last erased. */
  public synchronized Set<Integer> dirty() {
    return Set.copyOf(dirty.keySet());
  }

  @Override
  public synchronized TableView readTable() {
    answer();
    return new TableView(deviceId, entries.size(), highestEpoch, entries);
  }

  @Override
  public synchronized void compareAndSetOwners(List<OwnerChange> changes) {
    answer();
    asked.addAll(changes);
    if (!idle) {
      changes.forEach(this::change);
    }
  }

  private void change(OwnerChange change) {
    TableEntry entry = entries.get(change.slice());
    if (change.epoch() < highestEpoch) {
      return;
    }
    highestEpoch = change.epoch();
    if (Objects.equals(entry.owner(), change.expectedOwner())
        && entry.generation() == change.expectedGeneration()) {
      entries.set(
          change.slice(),
          new TableEntry(change.slice(), change.newOwner(), entry.generation() + 1));
      if (change.newOwner() != null) {
        dirty.putIfAbsent(change.slice(), entry.generation() + 1);
      }
    }
  }

  @Override
  public List<TableEntry> readBack(Collection<Integer> slices) {
    Runnable first;
    synchronized (this) {
      first = beforeReadBack;
    }
    first.run();
    synchronized (this) {
      answer();
      return slices.stream().map(entries::get).toList();
    }
  }

  @Override
  public synchronized Set<Integer> scrub(long epoch, List<TableEntry> wanted) {
    answer();
    Set<Integer> scrubbed = new HashSet<>();
    if (epoch < highestEpoch || idle) {
      return scrubbed;
    }
    highestEpoch = epoch;
    for (TableEntry entry : wanted) {
      if (entry.owner() == null && entries.get(entry.slice()).equals(entry)) {
        scrubbed.add(entry.slice());
        dirty.remove(entry.slice());
      }
    }
    return scrubbed;
  }

  @Override
  public synchronized Map<Integer, Long> readDirty(Collection<Integer> slices) {
    answer();
    Map<Integer, Long> asked = new HashMap<>(dirty);
    asked.keySet().retainAll(slices);
    return asked;
  }

  /** Puts data into a slice by another hand. */
  public synchronized void soil(int slice, long sinceGeneration) {
    dirty.put(slice, sinceGeneration);
  }

  @Override
  public synchronized void raiseGenerations(long epoch, List<GenerationFloor> floors) {
    answer();
    if (epoch < highestEpoch || idle) {
      return;
    }
    highestEpoch = epoch;
    for (GenerationFloor floor : floors) {
      TableEntry entry = entries.get(floor.slice());
      if (entry.owner() == null && entry.generation() < floor.atLeast()) {
        entries.set(floor.slice(), new TableEntry(floor.slice(), null, floor.atLeast()));
      }
    }
  }

  private void answer() {
    if (away) {
      throw new DeviceException("the device is away");
    }
  }
}
