package io.tarn.local.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantState;
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
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A small world in which everything holds; each test breaks one thing and names the rule. */
class RulesTest {

  private static final GrantId LIVE = new GrantId("a", 1);
  private static final GrantId GONE = new GrantId("b", 1);
  private static final GrantRequest ONE = new GrantRequest("h", "p", 1);

  private final Map<GrantId, Promise> known =
      new HashMap<>(
          Map.of(
              LIVE, new Promise(LIVE, ONE, Standing.LIVE, List.of(0)),
              GONE, new Promise(GONE, ONE, Standing.GONE, List.of(1))));
  private final Map<GrantId, Promise> promised = new HashMap<>(known);
  private final List<SliceRow> slices =
      new ArrayList<>(
          List.of(
              new SliceRow("p", 0, SliceState.ONLINE, "h", "a.1", 1),
              new SliceRow("p", 1, SliceState.FREE, null, null, 2)));
  private final List<SliceRow> slicesAfter = new ArrayList<>(slices);
  private final List<GrantRow> grants =
      new ArrayList<>(
          List.of(
              new GrantRow("a.1", "a", 1, GrantState.ONLINE, "p", "h", 1),
              new GrantRow("b.1", "b", 1, GrantState.RELEASED, "p", "h", 1)));
  private final Set<HostSlice> online = new HashSet<>(Set.of(new HostSlice("h", "p", 0, 1)));
  private final Set<HostSlice> onlineAfter = new HashSet<>(online);
  private final List<TableEntry> table =
      new ArrayList<>(List.of(new TableEntry(0, 5, 1), new TableEntry(1, null, 2)));

  @Test
  void judge_holdsInASoundWorld() {
    assertThat(broken()).isEmpty();
  }

  @Test
  void judge_sliceMissing() {
    slices.remove(1);
    assertThat(broken()).containsExactly("states-add-up");
  }

  @Test
  void judge_onTwoHostsAtOnce() {
    HostSlice second = new HostSlice("i", "p", 0, 1);
    online.add(second);
    onlineAfter.add(second);
    assertThat(broken()).containsExactly("one-owner", "table-names-user");
  }

  @Test
  void judge_onAnotherHostOnlyAfterTheFirstHadLeft_isNone() {
    online.add(new HostSlice("i", "p", 1, 3));
    assertThat(broken()).isEmpty();
  }

  @Test
  void judge_tableNamesAnother() {
    table.set(0, new TableEntry(0, 6, 1));
    assertThat(broken()).containsExactly("table-names-user", "record-holds");
  }

  @Test
  void judge_tableIsAtAnotherGeneration() {
    table.set(0, new TableEntry(0, 5, 2));
    assertThat(broken()).containsExactly("table-names-user", "record-holds");
  }

  @Test
  void judge_freeSliceHasAnOwner() {
    table.set(1, new TableEntry(1, 5, 3));
    assertThat(broken()).containsExactly("record-holds");
  }

  @Test
  void judge_freeSliceIsInUse() {
    HostSlice used = new HostSlice("h", "p", 1, 2);
    online.add(used);
    onlineAfter.add(used);
    assertThat(broken()).containsExactly("table-names-user", "record-holds");
  }

  @Test
  void judge_sliceThatMovedMeanwhile_isNotHeldAgainstTheTable() {
    table.set(1, new TableEntry(1, 6, 3));
    slicesAfter.set(1, new SliceRow("p", 1, SliceState.ASSIGNED, "i", "c.1", 3));
    assertThat(broken()).isEmpty();
  }

  @Test
  void judge_onlineInTheStoreAndNotOnTheHost() {
    online.clear();
    assertThat(broken()).containsExactly("record-holds");
  }

  @Test
  void judge_acknowledgedGrantIsLost() {
    grants.remove(0);
    assertThat(broken()).containsExactly("acknowledged-kept");
  }

  @Test
  void judge_acknowledgedGrantIsWithdrawn() {
    grants.set(0, new GrantRow("a.1", "a", 1, GrantState.RELEASING, "p", "h", 1));
    assertThat(broken()).containsExactly("acknowledged-kept");
  }

  @Test
  void judge_acknowledgedGrantHasOtherSlices() {
    known.put(LIVE, new Promise(LIVE, ONE, Standing.LIVE, List.of(1)));
    promised.putAll(known);
    assertThat(broken()).containsExactly("acknowledged-kept");
  }

  @Test
  void judge_grantThatIsBeingWithdrawn_mayLiveOrNot() {
    promised.put(LIVE, new Promise(LIVE, ONE, Standing.LEAVING, List.of(0)));
    assertThat(broken()).isEmpty();
    grants.set(0, new GrantRow("a.1", "a", 1, GrantState.RELEASING, "p", "h", 1));
    assertThat(broken()).isEmpty();
  }

  @Test
  void judge_withdrawnGrantLives() {
    grants.set(1, new GrantRow("b.1", "b", 1, GrantState.GRANTED, "p", "h", 1));
    assertThat(broken()).containsExactly("withdrawn-stays");
  }

  @Test
  void judge_withdrawalIsForgotten() {
    grants.remove(1);
    assertThat(broken()).containsExactly("withdrawn-stays");
  }

  @Test
  void judge_grantThatNobodyAskedFor() {
    grants.add(new GrantRow("c.1", "c", 1, GrantState.GRANTED, "p", "h", 1));
    assertThat(broken()).containsExactly("nothing-unasked");
  }

  @Test
  void judge_refusedGrantLives() {
    GrantId refused = new GrantId("c", 1);
    grants.add(new GrantRow("c.1", "c", 1, GrantState.GRANTED, "p", "h", 1));
    promised.put(refused, new Promise(refused, ONE, Standing.REFUSED, List.of()));
    assertThat(broken()).as("refused only now").isEmpty();
    known.putAll(promised);
    assertThat(broken()).containsExactly("nothing-unasked");
  }

  private List<String> broken() {
    Rules rules = new Rules();
    rules.judge(
        new Look(
            known,
            rows(slices),
            promised,
            online,
            Map.of("p", table),
            onlineAfter,
            rows(slicesAfter)));
    return rules.results().stream().filter(r -> !r.holds()).map(CheckResult::name).toList();
  }

  private Rows rows(List<SliceRow> these) {
    return new Rows(
        List.of(new PoolRow("p", 2)),
        these,
        List.of(new PortRow("p", "h", 5), new PortRow("p", "i", 6)),
        grants,
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }
}
