package io.tarn.pool.sim;

import io.tarn.contracts.emc.GenerationFloor;
import io.tarn.contracts.emc.GenerationRequest;
import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.OwnerChangeReply;
import io.tarn.contracts.emc.OwnerChangeRequest;
import io.tarn.contracts.emc.ScrubRequest;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.emulator.table.Emc;
import io.tarn.emulator.table.Entry;
import io.tarn.emulator.table.Table;
import io.tarn.emulator.table.TableStore;
import io.tarn.emulator.table.TableUpdate;
import io.tarn.pool.device.DeviceException;
import io.tarn.pool.device.WrongDeviceException;
import io.tarn.pool.slice.Slice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The EMC of a pool: the emulator's rules over a journal, and the memory itself. It may do nothing
 * and say success, be away, restart, and forget the last thing that it wrote down.
 */
final class Device {

  private final String poolId;
  private final URI uri;
  private final UUID deviceId;
  private final int slices;
  private final Seams seams;
  private final Verifier verifier;
  private final List<TableUpdate> journal = new ArrayList<>();
  private final @Nullable String[] writers;
  private final Map<Integer, Optional<Slice>> suspects = new TreeMap<>();
  private Emc emc;
  private boolean away;
  private boolean dead;
  private boolean forgot;

  /**
   * @param uri where it answers
   * @param nth of the devices of its pool, from 0
   */
  Device(String poolId, URI uri, long nth, int slices, Seams seams, Verifier verifier) {
    this.poolId = poolId;
    this.uri = uri;
    this.deviceId = identity(poolId, nth);
    this.slices = slices;
    this.seams = seams;
    this.verifier = verifier;
    this.writers = new String[slices];
    this.emc = new Emc(Table.factoryNew(deviceId, slices), new Journal(journal));
  }

  /** Which device the nth of a pool is. */
  static UUID identity(String poolId, long nth) {
    return UUID.nameUUIDFromBytes((poolId + "/" + nth).getBytes(StandardCharsets.UTF_8));
  }

  /** Which device it is. */
  UUID deviceId() {
    return deviceId;
  }

  String poolId() {
    return poolId;
  }

  @Override
  public String toString() {
    return "the device at " + uri;
  }

  TableEntry entry(int slice) {
    return emc.table().entry(slice).view();
  }

  /** Whether an entry was forgotten, so that only an audit can tell what it should be. */
  boolean isSuspect(int slice) {
    return suspects.containsKey(slice);
  }

  /** Whether it ever forgot something. */
  boolean hasForgotten() {
    return forgot;
  }

  /**
   * What the record had of a slice when its entry was forgotten.
   *
   * @param now what it has now
   */
  Slice asForgotten(int slice, Slice now) {
    Slice then = suspects.getOrDefault(slice, Optional.empty()).orElse(now);
    suspects.put(slice, Optional.of(then));
    return then;
  }

  /** An entry is as it should be again. */
  void clear(int slice) {
    suspects.remove(slice);
  }

  /** Whose data is in a slice, or nobody's. */
  @Nullable String writer(int slice) {
    return writers[slice];
  }

  /** A VM writes to all of a slice. */
  void write(int slice, String vm) {
    writers[slice] = vm;
  }

  URI uri() {
    return uri;
  }

  void away(boolean isAway) {
    away = isAway;
  }

  /** It never answers again and its memory is gone. */
  void die() {
    dead = true;
  }

  boolean isDead() {
    return dead;
  }

  /**
   * Makes sure that a call is meant for it.
   *
   * @throws WrongDeviceException when it is meant for another device
   */
  void require(@Nullable UUID meant) {
    if (meant != null && !meant.equals(deviceId)) {
      throw new WrongDeviceException(this + " is device " + deviceId + ", not " + meant);
    }
  }

  TableView table() {
    answer();
    return emc.table().view();
  }

  List<TableEntry> read(Collection<Integer> numbers) {
    answer();
    return numbers.stream().map(this::entry).toList();
  }

  void change(List<OwnerChange> asked) {
    answer();
    Table before = emc.table();
    List<OwnerChange> changes =
        asked.stream().map(change -> seams.atDevice(change, before)).toList();
    try {
      OwnerChangeReply reply = emc.change(new OwnerChangeRequest(changes));
      verifier.changed(this, asked, before, reply);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Set<Integer> scrub(long epoch, List<TableEntry> entries) {
    answer();
    try {
      Set<Integer> erased = new TreeSet<>(emc.scrub(new ScrubRequest(epoch, entries)).scrubbed());
      if (!erased.isEmpty()) {
        verifier.obeyed(this, "erased " + erased);
      }
      erased.forEach(slice -> writers[slice] = null);
      return erased;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What its table says of slices that may hold data. */
  Map<Integer, Long> dirty(Collection<Integer> slices) {
    answer();
    Map<Integer, Long> dirty = new TreeMap<>();
    emc.table().entries().stream()
        .filter(entry -> entry.dirty() && slices.contains(entry.slice()))
        .forEach(entry -> dirty.put(entry.slice(), entry.dirtySince()));
    return dirty;
  }

  void raise(long epoch, List<GenerationFloor> floors) {
    answer();
    Table before = emc.table();
    try {
      emc.raise(new GenerationRequest(epoch, floors));
      verifier.raised(this, epoch, before, emc.table());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Restarts from its journal. */
  void restart() {
    Table recovered = recovered();
    verifier.restarted(this, emc.table(), recovered);
    emc = new Emc(recovered, new Journal(journal));
  }

  /** Restarts without the last thing that it wrote down. */
  void restartAndForget() {
    forgot = true;
    if (!journal.isEmpty()) {
      TableUpdate forgotten = journal.remove(journal.size() - 1);
      forgotten.entries().forEach(entry -> suspects.put(entry.slice(), Optional.empty()));
    }
    emc = new Emc(recovered(), new Journal(journal));
  }

  /** Another hand changes an entry. */
  void overwrite(int slice, @Nullable Integer owner, long generation) {
    Entry entry = new Entry(slice, owner, generation, emc.table().entry(slice).dirtySince());
    journal.add(new TableUpdate(emc.table().highestEpoch(), List.of(entry)));
    suspects.put(slice, Optional.empty());
    emc = new Emc(recovered(), new Journal(journal));
  }

  private Table recovered() {
    Table recovered = Table.factoryNew(deviceId, slices);
    for (TableUpdate update : journal) {
      recovered = recovered.apply(update);
    }
    return recovered;
  }

  private void answer() {
    if (away || dead) {
      throw new DeviceException(this + " is away");
    }
  }

  /** Updates in memory. */
  private record Journal(List<TableUpdate> updates) implements TableStore {
    @Override
    public void append(TableUpdate update, Table after) {
      updates.add(update);
    }

    @Override
    public void replace(Table table) {
      updates.clear();
      updates.add(table.whole());
    }

    @Override
    public void close() {}
  }
}
