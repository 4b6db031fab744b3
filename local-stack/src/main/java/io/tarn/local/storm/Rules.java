package io.tarn.local.storm;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.pool.SliceState;
import io.tarn.local.invariant.CheckResult;
import io.tarn.local.invariant.Rows;
import io.tarn.local.invariant.Rows.GrantRow;
import io.tarn.local.invariant.Rows.PoolRow;
import io.tarn.local.invariant.Rows.PortRow;
import io.tarn.local.invariant.Rows.SliceRow;
import io.tarn.local.storm.Look.HostSlice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What must hold at every look, also while processes are down; counts what breaks it. */
final class Rules {

  private final Tally addUp =
      new Tally("states-add-up", "at every look, the states of a pool's slices are its capacity");
  private final Tally once =
      new Tally("one-owner", "at every look, no slice is online on two hosts");
  private final Tally table =
      new Tally(
          "table-names-user",
          "at every look, the EMC's table names the host that has a slice online, at its"
              + " generation");
  private final Tally record =
      new Tally(
          "record-holds",
          "at every look, a slice recorded as ONLINE is that host's in the table and online there,"
              + " a FREE one nobody's");
  private final Tally kept =
      new Tally(
          "acknowledged-kept",
          "at every look, an acknowledged grant lives with exactly its slices");
  private final Tally ended =
      new Tally(
          "withdrawn-stays",
          "at every look, what was acknowledged as withdrawn or superseded does not live");
  private final Tally asked =
      new Tally("nothing-unasked", "at every look, no grant lives that no client asked for");

  /** Judges a look. */
  void judge(Look look) {
    Set<HostSlice> steady = new HashSet<>(look.online());
    steady.retainAll(look.onlineAfter());
    Places places = new Places(look);
    addUp(look.rows());
    addUp(look.rowsAfter());
    once(steady);
    table(steady, places);
    record(look, steady, places);
    promises(look);
  }

  /** What was found in all looks. */
  List<CheckResult> results() {
    return List.of(
        addUp.result(),
        once.result(),
        table.result(),
        record.result(),
        kept.result(),
        ended.result(),
        asked.result());
  }

  private void addUp(Rows rows) {
    Map<String, Set<Integer>> numbers = new HashMap<>();
    Map<String, Integer> counts = new HashMap<>();
    for (SliceRow slice : rows.slices()) {
      numbers.computeIfAbsent(slice.poolId(), pool -> new HashSet<>()).add(slice.slice());
      counts.merge(slice.poolId(), 1, Integer::sum);
    }
    for (PoolRow pool : rows.pools()) {
      int count = counts.getOrDefault(pool.poolId(), 0);
      int distinct = numbers.getOrDefault(pool.poolId(), Set.of()).size();
      addUp.judged(
          count == pool.capacityGiB() && distinct == pool.capacityGiB()
              ? ""
              : pool + " has " + count + " slices, " + distinct + " different ones");
    }
  }

  private void once(Set<HostSlice> steady) {
    Map<String, HostSlice> users = new HashMap<>();
    for (HostSlice slice : steady) {
      HostSlice other = users.put(slice.poolId() + "/" + slice.slice(), slice);
      once.judged(
          other == null || other.hostId().equals(slice.hostId())
              ? ""
              : slice + " and " + other + " at once");
    }
  }

  private void table(Set<HostSlice> steady, Places places) {
    for (HostSlice slice : steady) {
      TableEntry entry = places.entry(slice.poolId(), slice.slice());
      table.judged(
          entry != null
                  && Objects.equals(entry.owner(), places.port(slice.poolId(), slice.hostId()))
                  && (slice.generation() == 0 || entry.generation() == slice.generation())
              ? ""
              : slice + " is online, the table says " + entry);
    }
  }

  private void record(Look look, Set<HostSlice> steady, Places places) {
    Set<SliceRow> later = new HashSet<>(look.rowsAfter().slices());
    Set<String> used = new HashSet<>();
    steady.forEach(slice -> used.add(slice.poolId() + "/" + slice.slice()));
    for (SliceRow row : look.rows().slices()) {
      if (!later.contains(row)) {
        continue;
      }
      TableEntry entry = places.entry(row.poolId(), row.slice());
      if (row.state() == SliceState.FREE) {
        boolean nobodys = is(entry, null, row.generation());
        boolean unused = !used.contains(row.poolId() + "/" + row.slice());
        record.judged(nobodys && unused ? "" : row + ", table " + entry + ", in use: " + !unused);
      } else if (row.state() == SliceState.ONLINE && row.hostId() != null) {
        boolean theirs = is(entry, places.port(row.poolId(), row.hostId()), row.generation());
        boolean online =
            steady.contains(
                new HostSlice(row.hostId(), row.poolId(), row.slice(), row.generation()));
        record.judged(theirs && online ? "" : row + ", table " + entry + ", online: " + online);
      }
    }
  }

  private static boolean is(@Nullable TableEntry entry, @Nullable Integer owner, long generation) {
    return entry != null
        && Objects.equals(entry.owner(), owner)
        && entry.generation() == generation;
  }

  private void promises(Look look) {
    Map<GrantId, GrantRow> grants = new HashMap<>();
    look.rows().grants().forEach(row -> grants.put(new GrantId(row.vmId(), row.attempt()), row));
    Map<String, List<Integer>> slices = new HashMap<>();
    for (SliceRow slice : look.rows().slices()) {
      if (slice.grantId() != null) {
        slices.computeIfAbsent(slice.grantId(), id -> new ArrayList<>()).add(slice.slice());
      }
    }
    for (Promise before : look.known().values()) {
      GrantRow row = grants.get(before.id());
      boolean lives = row != null && row.state().live();
      if (before.standing() == Standing.LIVE && before.equals(look.promised().get(before.id()))) {
        List<Integer> held = slices.getOrDefault(before.id().toString(), List.of());
        kept.judged(
            lives && held.stream().sorted().toList().equals(before.slices())
                ? ""
                : "acknowledged was " + before + ", the store has " + row + " with " + held);
      } else if (before.standing() == Standing.GONE) {
        ended.judged(row == null || lives ? before + ", the store has " + row : "");
      }
    }
    for (Map.Entry<GrantId, GrantRow> grant : grants.entrySet()) {
      if (grant.getValue().state().live()) {
        Promise promise = look.promised().get(grant.getKey());
        asked.judged(
            promise == null || (promise.standing() == Standing.REFUSED && isStill(look, promise))
                ? grant.getValue() + " lives, the client knows " + promise
                : "");
      }
    }
  }

  private static boolean isStill(Look look, Promise promise) {
    return promise.equals(look.known().get(promise.id()));
  }

  /** Entries and ports by name. */
  private static final class Places {
    private final Map<String, TableEntry> entries = new HashMap<>();
    private final Map<String, Integer> ports = new HashMap<>();

    Places(Look look) {
      look.tables()
          .forEach((pool, all) -> all.forEach(e -> entries.put(pool + "/" + e.slice(), e)));
      for (PortRow port : look.rows().ports()) {
        ports.put(port.poolId() + "/" + port.hostId(), port.port());
      }
    }

    @Nullable TableEntry entry(String pool, int slice) {
      return entries.get(pool + "/" + slice);
    }

    /** The port; -1, which no entry has, when the host is not wired. */
    int port(String pool, String host) {
      return ports.getOrDefault(pool + "/" + host, -1);
    }
  }
}
