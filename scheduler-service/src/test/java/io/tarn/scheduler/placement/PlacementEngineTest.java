package io.tarn.scheduler.placement;

import static io.tarn.scheduler.placement.Clusters.GIB;
import static io.tarn.scheduler.placement.Clusters.ask;
import static io.tarn.scheduler.placement.Clusters.cluster;
import static io.tarn.scheduler.placement.Clusters.cordoned;
import static io.tarn.scheduler.placement.Clusters.failed;
import static io.tarn.scheduler.placement.Clusters.host;
import static io.tarn.scheduler.placement.Clusters.labelled;
import static io.tarn.scheduler.placement.Clusters.pool;
import static io.tarn.scheduler.placement.Clusters.vm;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tarn.contracts.placement.HostSpec;
import io.tarn.contracts.placement.VmRequest;
import io.tarn.scheduler.host.ClusterSnapshot;
import io.tarn.scheduler.host.HostState;
import io.tarn.scheduler.placement.Decision.NoFit;
import io.tarn.scheduler.placement.Decision.Placed;
import io.tarn.scheduler.policy.PoolCeiling;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlacementEngineTest {

  private static final PlacementEngine ENGINE = PlacementEngine.fixed();

  @Test
  void decide_allLocal_fillsTheFullerHost() {
    Placed placed =
        placed(
            ask(vm(4, 16 * GIB), 0),
            cluster(List.of(host("a", 16, 64, 0, 0), host("b", 16, 64, 8, 32))));
    // a: 12/16 and 48/64 free, on the line: 0.5*1 + 0.3*0.25 + 0.2 = 0.775
    // b:  4/16 and 16/64 free, on the line: 0.5*1 + 0.3*0.75 + 0.2 = 0.925
    assertThat(placed.place()).isEqualTo(new Place("b", 16 * GIB, 0, null));
    assertThat(placed.chosen().score()).isCloseTo(0.925, within(1e-9));
    assertThat(placed.trace().best())
        .extracting(scored -> scored.place().hostId())
        .containsExactly("b", "a");
    assertThat(placed.trace().best().get(1).score()).isCloseTo(0.775, within(1e-9));
  }

  @Test
  void decide_coreHeavyVm_goesWhereCoresAreLeftOver() {
    Placed placed =
        placed(
            ask(vm(8, 8 * GIB), 0),
            cluster(List.of(host("even", 16, 64, 0, 0), host("coreRich", 16, 64, 4, 48))));
    // even:     8/16, 56/64: 0.5*0.625 + 0.3*0.3125 + 0.2 = 0.60625
    // coreRich: 4/16,  8/64: 0.5*0.875 + 0.3*0.8125 + 0.2 = 0.88125
    assertThat(placed.place().hostId()).isEqualTo("coreRich");
    assertThat(placed.chosen().score()).isCloseTo(0.88125, within(1e-9));
  }

  @Test
  void decide_memoryHeavyVm_goesWhereMemoryIsLeftOver() {
    Placed placed =
        placed(
            ask(vm(2, 32 * GIB), 0),
            cluster(List.of(host("even", 16, 64, 4, 16), host("memoryRich", 16, 64, 12, 16))));
    // even:       10/16, 16/64: line 0.625, fit 0.5625: 0.3125 + 0.16875 + 0.2 = 0.68125
    // memoryRich:  2/16, 16/64: line 0.875, fit 0.8125: 0.4375 + 0.24375 + 0.2 = 0.88125
    assertThat(placed.place().hostId()).isEqualTo("memoryRich");
  }

  @Test
  void decide_equalHosts_takesTheFirstName() {
    ClusterSnapshot equal = cluster(List.of(host("h1", 8, 32, 0, 0), host("h2", 8, 32, 0, 0)));
    assertThat(placed(ask(vm(1, GIB), 0), equal).place().hostId()).isEqualTo("h1");
  }

  @Test
  void decide_pooled_takesThePoolWithMoreLeft() {
    Placed placed =
        placed(
            ask(vm(4, 16 * GIB), 4),
            cluster(
                List.of(host("a", 16, 64, 0, 0, "p1", "p2")),
                pool("p1", 64, 8, "a"),
                pool("p2", 64, 40, "a")));
    assertThat(placed.place()).isEqualTo(new Place("a", 12 * GIB, 4, "p2"));
    assertThat(placed.trace().candidates()).isEqualTo(2);
    // 12/16 and 52/64 free: line 0.9375, fit 0.21875, pool 36/64
    assertThat(placed.chosen().scores())
        .containsExactly(
            Map.entry("memoryPerCore", 0.9375),
            Map.entry("bestFit", 0.21875),
            Map.entry("poolBalance", 0.5625));
    assertThat(placed.chosen().score())
        .isCloseTo(0.5 * 0.9375 + 0.3 * 0.21875 + 0.2 * 0.5625, within(1e-9));
  }

  @Test
  void decide_poolTooFull_fallsBackToAllLocal() {
    Placed placed =
        placed(
            ask(vm(4, 16 * GIB), 4),
            cluster(List.of(host("a", 16, 64, 0, 0, "p1")), pool("p1", 64, 3, "a")));
    assertThat(placed.place()).isEqualTo(new Place("a", 16 * GIB, 0, null));
    assertThat(placed.trace().rejections())
        .containsExactly(new Rejection("pool-memory", 1, "a", 4, 3, 1, "GiB"));
  }

  @Test
  void decide_wholeVmInPool_fallsBackToZNumaThenAllLocal() {
    VmRequest request = vm(4, 16 * GIB);
    assertThat(
            placed(
                    ask(request, 16),
                    cluster(List.of(host("a", 16, 4, 0, 0, "p")), pool("p", 64, 16, "a")))
                .place())
        .isEqualTo(new Place("a", 0, 16, "p"));
    assertThat(
            placed(
                    ask(request, 16),
                    cluster(List.of(host("a", 16, 8, 0, 0, "p")), pool("p", 64, 15, "a")))
                .place())
        .isEqualTo(new Place("a", 8 * GIB, 8, "p"));
    assertThat(
            placed(
                    ask(request, 16),
                    cluster(List.of(host("a", 16, 16, 0, 0, "p")), pool("p", 64, 7, "a")))
                .place())
        .isEqualTo(new Place("a", 16 * GIB, 0, null));
  }

  @Test
  void decide_localMemoryShort_usesThePool() {
    Placed placed =
        placed(
            ask(vm(4, 16 * GIB), 4),
            cluster(
                List.of(host("full", 16, 64, 0, 53, "p"), host("fits", 16, 64, 0, 52, "p")),
                pool("p", 64, 4, "full", "fits")));
    assertThat(placed.place()).isEqualTo(new Place("fits", 12 * GIB, 4, "p"));
  }

  @Test
  void decide_reserve_isNotGivenOut() {
    ClusterSnapshot cluster =
        cluster(
            List.of(
                new HostState(
                    "a",
                    new HostSpec(8, 32 * GIB, 1, 2 * GIB, null, List.of(), Map.of()),
                    false,
                    0,
                    0,
                    1,
                    1)));
    assertThat(placed(ask(vm(7, 30 * GIB), 0), cluster).place().hostId()).isEqualTo("a");
    assertThat(noFit(ask(vm(8, 30 * GIB), 0), cluster).reasons())
        .containsExactly(new Rejection("vcpus", 1, "a", 8, 7, 1, "vcpus"));
    assertThat(noFit(ask(vm(7, 30 * GIB + 1), 0), cluster).reasons())
        .containsExactly(new Rejection("local-memory", 1, "a", 30 * GIB + 1, 30 * GIB, 1, "MiB"));
  }

  @Test
  void decide_noFit_countsEveryReasonWithItsNearestMiss() {
    NoFit noFit =
        noFit(
            ask(vm(8, 16 * GIB), 0),
            cluster(
                List.of(
                    host("c1", 8, 64, 6, 0),
                    host("c2", 8, 64, 1, 0),
                    host("c3", 8, 64, 4, 60),
                    host("m1", 32, 64, 0, 50),
                    cordoned(host("out", 64, 512, 0, 0)))));
    assertThat(noFit.reasons())
        .containsExactly(
            new Rejection("vcpus", 3, "c2", 8, 7, 1, "vcpus"),
            new Rejection("local-memory", 2, "m1", 16 * GIB, 14 * GIB, 2 * GIB, "MiB"),
            new Rejection("cordoned", 1, "out", 0, 0, 0, ""));
  }

  @Test
  void decide_noFitUnderACeiling_tellsOfThePoolToo() {
    NoFit noFit =
        noFit(
            ask(vm(4, 16 * GIB), 4),
            cluster(
                List.of(host("a", 16, 14, 0, 0, "p"), host("b", 16, 13, 0, 0)),
                pool("p", 64, 2, "a")));
    assertThat(noFit.reasons())
        .containsExactlyInAnyOrder(
            new Rejection("pool-memory", 1, "a", 4, 2, 2, "GiB"),
            new Rejection("no-pool", 1, "b", 4, 0, 4, "GiB"),
            new Rejection("local-memory", 2, "a", 16 * GIB, 14 * GIB, 2 * GIB, "MiB"));
  }

  @Test
  void decide_labels_mustAllBeThere() {
    VmRequest request =
        new VmRequest(
            "v",
            1,
            GIB,
            null,
            null,
            null,
            null,
            null,
            VmRequest.PoolUse.ALLOWED,
            Map.of("arch", "x86", "tier", "gold"));
    ClusterSnapshot cluster =
        cluster(
            List.of(
                labelled(host("a", 8, 32, 0, 0), Map.of("arch", "x86", "tier", "silver")),
                labelled(
                    host("b", 8, 32, 0, 0), Map.of("arch", "x86", "tier", "gold", "more", "y")),
                host("c", 8, 32, 0, 0)));
    Placed placed = placed(ask(request, 0), cluster);
    assertThat(placed.place().hostId()).isEqualTo("b");
    assertThat(placed.trace().rejections())
        .containsExactly(new Rejection("labels", 2, "a", 0, 0, 0, ""));
  }

  @Test
  void decide_noHosts_saysSo() {
    assertThat(noFit(ask(vm(1, GIB), 0), cluster(List.of())).reasons())
        .containsExactly(new Rejection("no-hosts", 0, null, 0, 0, 0, ""));
  }

  @Test
  void decide_afterRefusals_staysAwayFromThem() {
    ClusterSnapshot cluster =
        cluster(
            List.of(host("a", 16, 64, 0, 0, "p1", "p2"), host("b", 16, 64, 8, 32, "p1")),
            pool("p1", 64, 60, "a", "b"),
            pool("p2", 64, 10, "a"));
    assertThat(after(Tried.nothing(), cluster)).isEqualTo(new Place("b", 12 * GIB, 4, "p1"));
    assertThat(after(Tried.nothing().pool("p1", "x"), cluster))
        .isEqualTo(new Place("a", 12 * GIB, 4, "p2"));
    assertThat(after(Tried.nothing().host("b", "x"), cluster))
        .isEqualTo(new Place("a", 12 * GIB, 4, "p1"));
    assertThat(after(Tried.nothing().host("a", "x").pool("p1", "x"), cluster))
        .isEqualTo(new Place("b", 16 * GIB, 0, null));
  }

  @Test
  void decide_poolNotWired_isNotUsed() {
    Placed placed =
        placed(
            ask(vm(1, 8 * GIB), 1),
            cluster(List.of(host("a", 16, 64, 0, 0, "p")), pool("p", 64, 64, "other")));
    assertThat(placed.place().poolGiB()).isZero();
    assertThat(placed.trace().rejections())
        .containsExactly(new Rejection("pool-not-wired", 1, "a", 1, 0, 1, "GiB"));
  }

  @Test
  void decide_poolFailed_isNotUsedWhateverItHasFree() {
    Placed placed =
        placed(
            ask(vm(1, 8 * GIB), 1),
            cluster(List.of(host("a", 16, 64, 0, 0, "p")), failed(pool("p", 64, 64, "a"))));
    assertThat(placed.place().poolGiB()).isZero();
    assertThat(placed.trace().rejections())
        .containsExactly(new Rejection("pool-failed", 1, "a", 0, 0, 0, ""));
  }

  @Test
  void decide_poolFailed_leavesTheOther() {
    Placed placed =
        placed(
            ask(vm(1, 8 * GIB), 1),
            cluster(
                List.of(host("a", 16, 64, 0, 0, "p", "q")),
                failed(pool("p", 64, 64, "a")),
                pool("q", 64, 2, "a")));
    assertThat(placed.place()).isEqualTo(new Place("a", 7 * GIB, 1, "q"));
  }

  @Test
  void decide_keepsWhatItSaw() {
    Trace trace = placed(ask(vm(1, GIB), 0), cluster(List.of(host("a", 16, 64, 0, 0)))).trace();
    assertThat(trace.policy()).isEqualTo("test");
    assertThat(trace.ceilingReason()).isEqualTo("for-test");
    assertThat(trace.split()).isEqualTo("fixed");
    assertThat(trace.hostViewAgeMillis()).isEqualTo(20);
    assertThat(trace.poolViewAgeMillis()).isEqualTo(30);
    assertThat(trace.hosts()).isEqualTo(1);
  }

  private static Place after(Tried tried, ClusterSnapshot cluster) {
    return placed(
            new Question(vm(4, 16 * GIB), "test", new PoolCeiling(4, "for-test"), tried), cluster)
        .place();
  }

  private static Placed placed(Question question, ClusterSnapshot cluster) {
    Decision decision = ENGINE.decide(question, cluster);
    assertThat(decision).isInstanceOf(Placed.class);
    return (Placed) decision;
  }

  private static NoFit noFit(Question question, ClusterSnapshot cluster) {
    Decision decision = ENGINE.decide(question, cluster);
    assertThat(decision).isInstanceOf(NoFit.class);
    return (NoFit) decision;
  }
}
