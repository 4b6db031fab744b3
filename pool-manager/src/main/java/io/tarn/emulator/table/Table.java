package io.tarn.emulator.table;

import io.tarn.contracts.emc.TableView;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * The table of owners of one controller, as of one moment.
 *
 * @param deviceId of the controller, for as long as it exists
 * @param highestEpoch the highest epoch that any change or scrub carried; a lower one is refused
 * @param entries by slice; their number is the capacity in GiB, 1..1024
 */
public record Table(UUID deviceId, long highestEpoch, List<Entry> entries) {

  /** Copies the collection. */
  public Table {
    entries = List.copyOf(entries);
  }

  /** A table in which no slice ever had an owner. */
  public static Table factoryNew(UUID deviceId, int capacityGiB) {
    return new Table(
        deviceId, 0, IntStream.range(0, capacityGiB).mapToObj(Entry::factoryNew).toList());
  }

  /** The table after an update; the only way a table changes, live and on recovery. */
  public Table apply(TableUpdate update) {
    List<Entry> next = new ArrayList<>(entries);
    update.entries().forEach(entry -> next.set(entry.slice(), entry));
    return new Table(deviceId, Math.max(highestEpoch, update.highestEpoch()), next);
  }

  /** An update that turns a table of the same capacity into this one. */
  public TableUpdate whole() {
    return new TableUpdate(highestEpoch, entries);
  }

  /** Slices of 1 GiB. */
  public int capacityGiB() {
    return entries.size();
  }

  /** The entry of a slice, 0..capacity-1. */
  public Entry entry(int slice) {
    return entries.get(slice);
  }

  /** The table as clients read it. */
  public TableView view() {
    return view(entries);
  }

  /** As clients read it, of some entries only. */
  public TableView view(List<Entry> some) {
    return new TableView(
        deviceId, capacityGiB(), highestEpoch, some.stream().map(Entry::view).toList());
  }
}
