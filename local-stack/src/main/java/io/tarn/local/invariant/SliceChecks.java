package io.tarn.local.invariant;

import io.tarn.contracts.emc.TableEntry;
import io.tarn.local.invariant.Outside.OnlineSlice;
import io.tarn.local.invariant.Rows.PoolRow;
import io.tarn.local.invariant.Rows.PortRow;
import io.tarn.local.invariant.Rows.SliceRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks over slices: store, EMC and hosts must tell the same. */
final class SliceChecks {

  private final Rows rows;
  private final Outside outside;

  SliceChecks(Rows rows, Outside outside) {
    this.rows = rows;
    this.outside = outside;
  }

  List<CheckResult> all() {
    return List.of(addUp(), emcAgrees(), hostsAgree(), onlineOnce());
  }

  private CheckResult addUp() {
    Map<String, Set<Integer>> numbers = new HashMap<>();
    rows.slices()
        .forEach(s -> numbers.computeIfAbsent(s.poolId(), pool -> new HashSet<>()).add(s.slice()));
    List<String> wrong = new ArrayList<>();
    for (PoolRow pool : rows.pools()) {
      long count = rows.slices().stream().filter(s -> s.poolId().equals(pool.poolId())).count();
      int distinct = numbers.getOrDefault(pool.poolId(), Set.of()).size();
      if (count != pool.capacityGiB() || distinct != pool.capacityGiB()) {
        wrong.add(pool.poolId() + ": " + count + " slices of " + pool.capacityGiB());
      }
    }
    return CheckResult.of(
        "slices-add-up",
        "the states of a pool's slices add up to its capacity",
        rows.pools().size(),
        wrong);
  }

  private CheckResult emcAgrees() {
    Map<String, TableEntry> entries = new HashMap<>();
    outside
        .tables()
        .forEach((pool, table) -> table.forEach(e -> entries.put(pool + "/" + e.slice(), e)));
    List<String> wrong = new ArrayList<>();
    for (SliceRow slice : rows.slices()) {
      TableEntry entry = entries.get(slice.name());
      Integer port = slice.hostId() == null ? null : port(slice.poolId(), slice.hostId());
      if (entry == null
          || !Objects.equals(entry.owner(), port)
          || entry.generation() != slice.generation()) {
        wrong.add(slice.name() + " is " + slice + " in the store, " + entry + " in the EMC");
      }
    }
    return CheckResult.of(
        "emc-agrees",
        "every slice has the same owner and generation in the store and in the EMC's table",
        rows.slices().size(),
        wrong);
  }

  private CheckResult hostsAgree() {
    Set<OnlineSlice> seen = new HashSet<>(outside.online());
    Set<OnlineSlice> online = new HashSet<>();
    Set<OnlineSlice> maybe = new HashSet<>();
    for (SliceRow slice : rows.slices()) {
      if (slice.hostId() != null) {
        OnlineSlice named = new OnlineSlice(slice.hostId(), slice.poolId(), slice.slice());
        switch (slice.state()) {
          case ONLINE -> online.add(named);
          case RELEASING, OFFLINING, QUARANTINED, LOST -> maybe.add(named);
          case FREE, ASSIGNED, SCRUBBING -> {}
        }
      }
    }
    List<String> wrong = new ArrayList<>();
    difference(online, seen, " is online in the store, not on the host", wrong);
    maybe.addAll(online);
    difference(seen, maybe, " is online on the host, not in the store", wrong);
    return CheckResult.of(
        "hosts-agree",
        "every host has those slices online that the store says, and no others",
        online.size(),
        wrong);
  }

  private CheckResult onlineOnce() {
    Map<String, String> hosts = new HashMap<>();
    List<String> wrong = new ArrayList<>();
    for (OnlineSlice slice : outside.online()) {
      String name = slice.poolId() + "/" + slice.slice();
      String other = hosts.put(name, slice.hostId());
      if (other != null && !other.equals(slice.hostId())) {
        wrong.add(name + " is online on " + other + " and on " + slice.hostId());
      }
    }
    return CheckResult.of(
        "slice-online-once", "no slice is online on two hosts", outside.online().size(), wrong);
  }

  private static void difference(
      Set<OnlineSlice> these, Set<OnlineSlice> those, String problem, List<String> wrong) {
    these.stream()
        .filter(slice -> !those.contains(slice))
        .sorted(Comparator.comparing(OnlineSlice::toString))
        .forEach(s -> wrong.add(s.poolId() + "/" + s.slice() + " of " + s.hostId() + problem));
  }

  /** The port; -1, which no entry has, when the host is not wired. */
  private @Nullable Integer port(String poolId, String hostId) {
    return rows.ports().stream()
        .filter(p -> p.poolId().equals(poolId) && p.hostId().equals(hostId))
        .map(PortRow::port)
        .findFirst()
        .orElse(-1);
  }
}
