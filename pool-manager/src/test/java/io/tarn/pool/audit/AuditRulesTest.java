package io.tarn.pool.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.PoolAudit.DeviceSays;
import io.tarn.contracts.pool.PoolAudit.Difference;
import io.tarn.contracts.pool.PoolAudit.HostSays;
import io.tarn.contracts.pool.PoolAudit.Kind;
import io.tarn.contracts.pool.PoolAudit.RecordSays;
import io.tarn.contracts.pool.RepairStep;
import io.tarn.contracts.pool.SliceRef;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.audit.AuditView.SaidSince;
import io.tarn.pool.audit.AuditView.Stood;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.ledger.Said;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceMachine;
import io.tarn.pool.slice.SliceRecord;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Slices;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditRulesTest {

  // host h1 is at port 3, h2 at port 4; slices are at generation 5 from ASSIGNED on, see Slices
  // the generation of which no host was ever told
  private static final long UNTOLD = 2;
  private static final Map<String, Integer> PORTS = Map.of("h1", 3, "h2", 4);

  @ParameterizedTest
  @CsvSource({
    // state, owner, generation of the entry, repair; empty when it fits
    "FREE,        -, 4, ",
    "FREE,        4, 4, TAKE_ENTRY_OVER",
    "FREE,        -, 5, TAKE_ENTRY_OVER",
    "FREE,        3, 9, TAKE_ENTRY_OVER",
    "FREE,        -, 3, NONE",
    "ASSIGNED,    3, 5, ",
    "ASSIGNED,    -, 6, NONE",
    "ASSIGNED,    4, 6, NONE",
    "ONLINE,      3, 5, ",
    "ONLINE,      3, 6, NONE",
    "ONLINE,      -, 4, NONE",
    "RELEASING,   3, 5, ",
    "RELEASING,   -, 6, NONE",
    "OFFLINING,   3, 5, ",
    "OFFLINING,   -, 6, NONE",
    "QUARANTINED, 3, 5, ",
    "QUARANTINED, -, 6, NONE",
    "SCRUBBING,   -, 6, ",
    "SCRUBBING,   4, 7, TAKE_ENTRY_OVER",
    "LOST,        -, 0, ",
    "LOST,        4, 1, NONE",
  })
  void entry_inEachState(
      SliceState state, String owner, long generation, RepairStep.@Nullable Kind repair) {
    Slice slice = Slices.in(state);
    List<Difference> differences = audit(slice, entry(owner, generation), List.of());
    if (repair == null) {
      assertThat(differences).isEmpty();
    } else {
      assertThat(differences)
          .singleElement()
          .satisfies(
              difference -> {
                assertThat(difference.kind()).isEqualTo(Kind.TABLE_DIFFERS);
                assertThat(difference.repair()).isEqualTo(repair);
              });
    }
  }

  @ParameterizedTest
  @CsvSource({
    // owner, generation: before and after the step that the device is to make
    "ASSIGNED,  -, 4, true",
    "ASSIGNED,  3, 5, true",
    "ASSIGNED,  4, 5, false",
    "ASSIGNED,  -, 5, false",
    "RELEASING, -, 4, true",
    "RELEASING, 3, 5, true",
    "RELEASING, 4, 9, false",
    "FENCED,    -, 4, true",
    "FENCED,    3, 5, true",
    "FENCED,    -, 5, true",
    "FENCED,    4, 5, false",
  })
  void entry_beforeTheDeviceWasReadBack(String state, String owner, long generation, boolean fits) {
    Slice slice = Slices.unsettled(7);
    if (!"ASSIGNED".equals(state)) {
      SliceRecord next =
          "RELEASING".equals(state)
              ? new SliceRecord.ReleaseAsked()
              : new SliceRecord.Fenced("dead");
      slice = SliceMachine.apply(slice, next);
    }
    assertThat(audit(slice, entry(owner, generation), List.of()).isEmpty()).isEqualTo(fits);
  }

  @Test
  void entry_thatIsOnItsWayFits() {
    Slice givenUp =
        SliceMachine.apply(Slices.in(SliceState.OFFLINING), new SliceRecord.OfflineSeen(8, 8));
    assertThat(audit(givenUp, entry("3", 5), List.of())).isEmpty();
    assertThat(audit(givenUp, entry("-", 6), List.of())).isEmpty();
    assertThat(audit(givenUp, entry("4", 6), List.of()))
        .extracting(Difference::repair)
        .containsExactly(RepairStep.Kind.TAKE_ENTRY_OVER);
    Slice fenced = SliceMachine.apply(Slices.in(SliceState.ONLINE), new SliceRecord.Fenced("dead"));
    assertThat(audit(fenced, entry("3", 5), List.of())).isEmpty();
    assertThat(audit(fenced, entry("-", 6), List.of())).isEmpty();
    assertThat(audit(fenced, entry("4", 8), List.of()))
        .extracting(Difference::repair)
        .containsExactly(RepairStep.Kind.TAKE_ENTRY_OVER);
  }

  @ParameterizedTest
  @CsvSource({
    "ASSIGNED,    REFUSED,   HOST_DIFFERS, ASK_ONLINE",
    "ASSIGNED,    OFFLINE,   HOST_DIFFERS, ASK_ONLINE",
    "ASSIGNED,    ONLINE,    , ",
    "ONLINE,      ONLINE,    , ",
    "ONLINE,      OFFLINE,   HOST_DIFFERS, ASK_ONLINE",
    "RELEASING,   ONLINE,    , ",
    "RELEASING,   OFFLINE,   HOST_DIFFERS, ASK_OFFLINE",
    "OFFLINING,   OFFLINING, , ",
    "OFFLINING,   OFFLINE,   HOST_DIFFERS, ASK_OFFLINE",
    "QUARANTINED, STUCK,     STUCK,        ASK_OFFLINE",
    "LOST,        STUCK,     STUCK,        ASK_OFFLINE",
    "LOST,        ONLINE,    , ",
  })
  void host_inEachState(
      SliceState state, Seen seen, @Nullable Kind kind, RepairStep.@Nullable Kind repair) {
    Slice slice = Slices.in(state);
    List<Difference> differences =
        audit(slice, null, List.of(said("h1", "b2", seen, slice.generation())));
    if (kind == null) {
      assertThat(differences).isEmpty();
    } else {
      assertThat(differences)
          .singleElement()
          .satisfies(
              difference -> {
                assertThat(difference.kind()).isEqualTo(kind);
                assertThat(difference.repair()).isEqualTo(repair);
              });
    }
  }

  @Test
  void difference_saysWhatEachSays() {
    Slice slice = Slices.in(SliceState.ONLINE);
    SaidSince said = said("h1", "b2", Seen.ONLINE, 5);
    assertThat(audit(slice, entry("4", 8), List.of(said)))
        .singleElement()
        .satisfies(
            difference -> {
              assertThat(difference.slice()).isEqualTo(7);
              assertThat(difference.record())
                  .isEqualTo(new RecordSays(SliceState.ONLINE, "h1", "vm.1", 5, null, 100));
              assertThat(difference.device()).isEqualTo(new DeviceSays(4, "h2", 8));
              assertThat(difference.host())
                  .isEqualTo(new HostSays("h1", "b2", Seen.ONLINE, 5, 0, null, 200));
              assertThat(difference.sinceMillis()).isEqualTo(200);
              assertThat(difference.advice()).contains("withdraw grant vm.1");
            });
  }

  @Test
  void foreignUse_isFoundInTheCurrentBootOnly() {
    Slice free = Slices.in(SliceState.FREE);
    TableEntry entry = entry("-", 4);
    assertThat(audit(free, entry, List.of(said("h2", "b2", Seen.ONLINE, 3))))
        .singleElement()
        .satisfies(
            difference -> {
              assertThat(difference.kind()).isEqualTo(Kind.HOST_USES_FOREIGN);
              assertThat(difference.repair()).isEqualTo(RepairStep.Kind.ASK_OFFLINE);
            });
    assertThat(audit(free, entry, List.of(said("h2", "b2", Seen.ONLINE, UNTOLD))))
        .extracting(Difference::repair)
        .containsExactly(RepairStep.Kind.NONE);
    assertThat(audit(free, entry, List.of(said("h2", "b1", Seen.ONLINE, 3)))).isEmpty();
    assertThat(audit(free, entry, List.of(said("h2", "b2", Seen.OFFLINE, 3)))).isEmpty();
    // the slice is another host's by now, or the same host's at a newer generation
    Slice online = Slices.in(SliceState.ONLINE);
    assertThat(
            audit(
                online,
                entry("3", 5),
                List.of(said("h1", "b2", Seen.ONLINE, 5), said("h2", "b2", Seen.ONLINE, 3))))
        .extracting(difference -> difference.host() == null ? "" : difference.host().hostId())
        .containsExactly("h2");
    assertThat(audit(online, entry("3", 5), List.of(said("h1", "b2", Seen.STUCK, 3))))
        .extracting(Difference::kind)
        .containsExactly(Kind.HOST_USES_FOREIGN);
  }

  private static List<Difference> audit(
      Slice slice, @Nullable TableEntry entry, List<SaidSince> said) {
    Map<String, Host> hosts = Map.of("h1", host("h1"), "h2", host("h2"));
    Grant grant =
        new Grant(new GrantId("vm", 1), GrantState.ONLINE, new GrantRequest("h1", "p", 1));
    AuditView view =
        new AuditView(
            new Pool("p", 8, URI.create("http://e"), null, 1, false),
            List.of(new Stood(slice, 100)),
            entry == null ? Map.of() : Map.of(7, entry),
            new ArrayList<>(said),
            hosts,
            PORTS,
            Map.of("vm.1", grant),
            Map.of());
    Map<Said, String> told = new HashMap<>();
    AuditRules.foreign(view).stream()
        .filter(one -> one.seen().generation() != UNTOLD)
        .forEach(one -> told.put(one, "old.1"));
    return AuditRules.differences(view.told(told));
  }

  private static Host host(String name) {
    return new Host(name, new BootReport("b2", 2, (1L << 30) / Agent.BLOCKS), null, null, 0);
  }

  private static TableEntry entry(String owner, long generation) {
    return new TableEntry(7, "-".equals(owner) ? null : Integer.valueOf(owner), generation);
  }

  private static SaidSince said(String host, String boot, Seen seen, long generation) {
    String cause = seen == Seen.STUCK || seen == Seen.REFUSED ? "pinned" : null;
    Observation observation =
        Agent.observation("p", new SliceRef(7, Math.max(1, generation)), seen, cause);
    return new SaidSince(new Said(host, boot, observation), 200);
  }
}
