package io.tarn.emulator.table;

import io.tarn.contracts.InvalidField;
import io.tarn.contracts.emc.GenerationFloor;
import io.tarn.contracts.emc.GenerationReply;
import io.tarn.contracts.emc.GenerationRequest;
import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.OwnerChangeReply;
import io.tarn.contracts.emc.OwnerChangeReply.Outcome;
import io.tarn.contracts.emc.OwnerChangeReply.Result;
import io.tarn.contracts.emc.OwnerChangeRequest;
import io.tarn.contracts.emc.ScrubReply;
import io.tarn.contracts.emc.ScrubRequest;
import io.tarn.contracts.emc.TableEntry;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;

/**
 * The rules of the table. An epoch below the highest seen is refused; otherwise it becomes the
 * highest seen, whether the entry then matches or not, so that a deposed leader is shut out by the
 * first word of its successor.
 */
final class TableRules {

  private TableRules() {}

  static Decision<OwnerChangeReply> change(Table table, OwnerChangeRequest request) {
    checkSlices("changes", table, request.changes().stream().map(OwnerChange::slice).toList());
    long highest = table.highestEpoch();
    List<Entry> changed = new ArrayList<>();
    List<Result> results = new ArrayList<>();
    for (OwnerChange change : request.changes()) {
      Entry entry = table.entry(change.slice());
      Outcome outcome = judge(entry, change, highest);
      if (outcome == Outcome.CHANGED) {
        entry = entry.ownedBy(change.newOwner());
        changed.add(entry);
      }
      highest = Math.max(highest, change.epoch());
      results.add(new Result(outcome, entry.view()));
    }
    return new Decision<>(table, new TableUpdate(highest, changed), new OwnerChangeReply(results));
  }

  static Decision<ScrubReply> scrub(Table table, ScrubRequest request) {
    checkSlices("entries", table, request.entries().stream().map(TableEntry::slice).toList());
    if (request.epoch() < table.highestEpoch()) {
      return new Decision<>(
          table, new TableUpdate(table.highestEpoch(), List.of()), new ScrubReply(List.of()));
    }
    List<Entry> erased = new ArrayList<>();
    List<Integer> scrubbed = new ArrayList<>();
    for (TableEntry asked : request.entries()) {
      Entry entry = table.entry(asked.slice());
      if (entry.owner() == null && entry.view().equals(asked)) {
        scrubbed.add(entry.slice());
        if (entry.dirty()) {
          erased.add(entry.erased());
        }
      }
    }
    return new Decision<>(
        table, new TableUpdate(request.epoch(), erased), new ScrubReply(scrubbed));
  }

  static Decision<GenerationReply> raise(Table table, GenerationRequest request) {
    checkSlices("floors", table, request.floors().stream().map(GenerationFloor::slice).toList());
    boolean stale = request.epoch() < table.highestEpoch();
    List<Entry> raised = new ArrayList<>();
    List<TableEntry> now = new ArrayList<>();
    for (GenerationFloor floor : request.floors()) {
      Entry entry = table.entry(floor.slice());
      if (!stale && entry.owner() == null && entry.generation() < floor.atLeast()) {
        entry = entry.raisedTo(floor.atLeast());
        raised.add(entry);
      }
      now.add(entry.view());
    }
    long highest = Math.max(table.highestEpoch(), request.epoch());
    return new Decision<>(table, new TableUpdate(highest, raised), new GenerationReply(now));
  }

  private static Outcome judge(Entry entry, OwnerChange change, long highestEpoch) {
    if (change.epoch() < highestEpoch) {
      return Outcome.STALE_EPOCH;
    }
    boolean matches =
        Objects.equals(entry.owner(), change.expectedOwner())
            && entry.generation() == change.expectedGeneration();
    return matches ? Outcome.CHANGED : Outcome.MISMATCH;
  }

  private static void checkSlices(String field, Table table, List<Integer> slices) {
    BitSet seen = new BitSet();
    for (int i = 0; i < slices.size(); i++) {
      int slice = slices.get(i);
      String name = field + "[" + i + "].slice";
      if (slice < 0 || slice >= table.capacityGiB()) {
        throw new InvalidField(name, Integer.toString(slice), "0.." + (table.capacityGiB() - 1));
      }
      if (seen.get(slice)) {
        throw new InvalidField(name, slice + " again", "each slice once in a request");
      }
      seen.set(slice);
    }
  }
}
