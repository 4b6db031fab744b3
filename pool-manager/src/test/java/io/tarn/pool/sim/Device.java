package io.tarn.pool.sim;

import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.OwnerChangeReply;
import io.tarn.contracts.emc.OwnerChangeRequest;
import io.tarn.contracts.emc.ScrubRequest;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.emulator.table.Emc;
import io.tarn.emulator.table.Table;
import io.tarn.emulator.table.TableStore;
import io.tarn.emulator.table.TableUpdate;
import io.tarn.pool.device.DeviceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The EMC of a pool: the emulator's rules over a journal, and the memory itself. It may do nothing
 * and say success, be away, restart, and forget the last thing that it wrote down.
 */
final class Device {

  private final String poolId;
  private final int slices;
  private final Seams seams;
  private final Verifier verifier;
  private final List<TableUpdate> journal = new ArrayList<>();
  private final @Nullable String[] writers;
  private final Set<Integer> suspects = new TreeSet<>();
  private Emc emc;
  private boolean away;

  Device(String poolId, int slices, Seams seams, Verifier verifier) {
    this.poolId = poolId;
    this.slices = slices;
    this.seams = seams;
    this.verifier = verifier;
    this.writers = new String[slices];
    this.emc = new Emc(Table.factoryNew(slices), new Journal(journal));
  }

  String poolId() {
    return poolId;
  }

  @Override
  public String toString() {
    return "the device of " + poolId;
  }

  TableEntry entry(int slice) {
    return emc.table().entry(slice).view();
  }

  /** Whether an entry was forgotten, so that only an audit can tell what it should be. */
  boolean isSuspect(int slice) {
    return suspects.contains(slice);
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

  void away(boolean isAway) {
    away = isAway;
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
      erased.forEach(slice -> writers[slice] = null);
      return erased;
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
    if (!journal.isEmpty()) {
      TableUpdate forgotten = journal.remove(journal.size() - 1);
      forgotten.entries().forEach(entry -> suspects.add(entry.slice()));
    }
    emc = new Emc(recovered(), new Journal(journal));
  }

  private Table recovered() {
    Table recovered = Table.factoryNew(slices);
    for (TableUpdate update : journal) {
      recovered = recovered.apply(update);
    }
    return recovered;
  }

  /** The numbers of all slices. */
  IntStream numbers() {
    return IntStream.range(0, slices);
  }

  private void answer() {
    if (away) {
      throw new DeviceException("the device of " + poolId + " is away");
    }
  }

  /** Updates in memory. */
  private record Journal(List<TableUpdate> updates) implements TableStore {
    @Override
    public void append(TableUpdate update, Table after) {
      updates.add(update);
    }

    @Override
    public void close() {}
  }
}
