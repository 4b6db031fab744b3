package io.tarn.local.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.placement.VmState;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.SliceState;
import io.tarn.local.invariant.Outside.EventKey;
import io.tarn.local.invariant.Outside.OnlineSlice;
import io.tarn.local.invariant.Rows.GrantRow;
import io.tarn.local.invariant.Rows.HostRow;
import io.tarn.local.invariant.Rows.PoolRow;
import io.tarn.local.invariant.Rows.PortRow;
import io.tarn.local.invariant.Rows.SequenceRow;
import io.tarn.local.invariant.Rows.SliceRow;
import io.tarn.local.invariant.Rows.VmRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A small world in which everything holds; each test breaks one thing and names the check. */
class InvariantsTest {

  private final List<PoolRow> pools = new ArrayList<>(List.of(new PoolRow("p", 2)));
  private final List<SliceRow> slices =
      new ArrayList<>(
          List.of(
              new SliceRow("p", 0, SliceState.ONLINE, "h", "vm-1.1", 1),
              new SliceRow("p", 1, SliceState.FREE, null, null, 2)));
  private final List<GrantRow> grants =
      new ArrayList<>(List.of(new GrantRow("vm-1.1", "vm-1", 1, GrantState.ONLINE, "p", "h", 1)));
  private final List<HostRow> hosts =
      new ArrayList<>(List.of(new HostRow("h", 8, 16_384, 0, 0, 2, 6_144, List.of("p"))));
  private final List<VmRow> vms =
      new ArrayList<>(
          List.of(
              vm("vm-1", VmState.READY, 1, 3_072, 1),
              vm("vm-2", VmState.READY, 1, 3_072, 0),
              vm("vm-3", VmState.DELETED, 1, 3_072, 0)));
  private final List<String> unsent = new ArrayList<>();
  private final List<SequenceRow> sequences =
      new ArrayList<>(List.of(new SequenceRow("tarn.slices", "p", 3)));
  private final Map<String, List<TableEntry>> tables =
      new HashMap<>(Map.of("p", List.of(new TableEntry(0, 5, 1), new TableEntry(1, null, 2))));
  private final List<OnlineSlice> online = new ArrayList<>(List.of(new OnlineSlice("h", "p", 0)));
  private final Map<EventKey, List<Long>> events =
      new HashMap<>(Map.of(new EventKey("tarn.slices", "p"), List.of(1L, 2L, 2L, 1L, 3L)));
  private Acknowledged acknowledged =
      new Acknowledged(Set.of("vm-1", "vm-2", "vm-3"), Set.of("vm-3"), List.of(), List.of());

  @Test
  void check_holdsInASoundWorld() {
    assertThat(broken()).isEmpty();
  }

  @Test
  void check_missingSlice() {
    slices.remove(1);
    assertThat(broken()).containsExactly("slices-add-up");
  }

  @Test
  void check_emcNamesAnotherOwner() {
    tables.put("p", List.of(new TableEntry(0, 6, 1), new TableEntry(1, null, 2)));
    assertThat(broken()).containsExactly("emc-agrees");
  }

  @Test
  void check_emcIsAtAnotherGeneration() {
    tables.put("p", List.of(new TableEntry(0, 5, 1), new TableEntry(1, null, 3)));
    assertThat(broken()).containsExactly("emc-agrees");
  }

  @Test
  void check_emcOwnerOfAFreeSlice() {
    tables.put("p", List.of(new TableEntry(0, 5, 1), new TableEntry(1, 5, 2)));
    assertThat(broken()).containsExactly("emc-agrees");
  }

  @Test
  void check_hostLacksAnOnlineSlice() {
    online.clear();
    assertThat(broken()).containsExactly("hosts-agree");
  }

  @Test
  void check_hostKeepsAFreeSlice() {
    online.add(new OnlineSlice("h", "p", 1));
    assertThat(broken()).containsExactly("hosts-agree");
  }

  @Test
  void check_quarantinedSliceMayBeOnItsHostOrNot() {
    slices.set(0, new SliceRow("p", 0, SliceState.QUARANTINED, "h", "vm-1.1", 1));
    assertThat(broken()).isEmpty();
    online.clear();
    assertThat(broken()).isEmpty();
  }

  @Test
  void check_sliceOnTwoHosts() {
    online.add(new OnlineSlice("i", "p", 0));
    assertThat(broken()).containsExactly("hosts-agree", "slice-online-once");
  }

  @Test
  void check_hostUseIsNotItsSum() {
    hosts.set(0, new HostRow("h", 8, 16_384, 0, 0, 3, 6_144, List.of("p")));
    assertThat(broken()).containsExactly("host-use-adds-up");
  }

  @Test
  void check_hostBeyondItsShape() {
    hosts.set(0, new HostRow("h", 8, 6_144, 7, 0, 2, 6_144, List.of("p")));
    assertThat(broken()).containsExactly("host-within-shape");
  }

  @Test
  void check_grantOfAnotherSize() {
    grants.set(0, new GrantRow("vm-1.1", "vm-1", 1, GrantState.ONLINE, "p", "h", 2));
    assertThat(broken()).containsExactly("vm-has-its-grant", "grant-has-its-vm");
  }

  @Test
  void check_grantOfAnOlderAttempt() {
    vms.set(0, vm("vm-1", VmState.READY, 2, 3_072, 1));
    assertThat(broken()).containsExactly("vm-has-its-grant", "grant-has-its-vm");
  }

  @Test
  void check_grantWithoutVm() {
    grants.add(new GrantRow("vm-9.1", "vm-9", 1, GrantState.GRANTED, "p", "h", 1));
    assertThat(broken()).containsExactly("grant-has-its-vm");
  }

  @Test
  void check_releasedGrantNeedsNoVm() {
    grants.add(new GrantRow("vm-9.1", "vm-9", 1, GrantState.RELEASED, "p", "h", 1));
    grants.add(new GrantRow("vm-8.1", "vm-8", 1, GrantState.WITHDRAWN, null, null, 0));
    assertThat(broken()).isEmpty();
  }

  @Test
  void check_acknowledgedVmIsLost() {
    acknowledged = new Acknowledged(Set.of("vm-1", "vm-2", "vm-4"), Set.of(), List.of(), List.of());
    assertThat(broken()).containsExactly("acknowledged-vms-kept");
  }

  @Test
  void check_acknowledgedDeletionIsLost() {
    acknowledged = new Acknowledged(Set.of("vm-2"), Set.of("vm-2"), List.of(), List.of());
    assertThat(broken()).containsExactly("acknowledged-vms-kept");
  }

  @Test
  void check_vmDeletedThoughNobodyAsked() {
    acknowledged = new Acknowledged(Set.of("vm-3"), Set.of(), List.of(), List.of());
    assertThat(broken()).containsExactly("acknowledged-vms-kept");
  }

  @Test
  void check_unsentEvent() {
    unsent.add("tarn.slices p 4");
    assertThat(broken()).containsExactly("outbox-empty");
  }

  @Test
  void check_gapInEvents() {
    events.put(new EventKey("tarn.slices", "p"), List.of(1L, 3L));
    assertThat(broken()).containsExactly("events-gapless");
  }

  @Test
  void check_eventsEndTooEarlyOrAreAbsent() {
    events.put(new EventKey("tarn.slices", "p"), List.of(1L, 2L));
    assertThat(broken()).containsExactly("events-gapless");
    events.clear();
    assertThat(broken()).containsExactly("events-gapless");
  }

  @Test
  void check_undocumentedAnswerAndUnsettledVm() {
    acknowledged =
        new Acknowledged(Set.of(), Set.of(), List.of("POST vm-7: 418"), List.of("1 VMs half way"));
    assertThat(broken()).containsExactly("answers-as-documented", "settled");
  }

  @Test
  void violations_countsAll() {
    online.clear();
    unsent.add("a");
    unsent.add("b");
    assertThat(Invariants.violations(results())).isEqualTo(3);
  }

  private List<String> broken() {
    return results().stream().filter(r -> !r.holds()).map(CheckResult::name).toList();
  }

  private List<CheckResult> results() {
    return Invariants.check(
        new Rows(
            pools,
            slices,
            List.of(new PortRow("p", "h", 5)),
            grants,
            hosts,
            vms,
            unsent,
            sequences),
        new Outside(tables, online, events),
        acknowledged);
  }

  private static VmRow vm(String id, VmState state, int attempt, long localMiB, int poolGiB) {
    return new VmRow(
        id,
        state,
        attempt,
        "h",
        1,
        localMiB + poolGiB * 1024L,
        localMiB,
        poolGiB,
        poolGiB > 0 ? "p" : null,
        true,
        1,
        state == VmState.DELETED ? 2 : Long.MAX_VALUE);
  }
}
