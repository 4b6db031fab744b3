package io.tarn.local.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.placement.PlacementKind;
import io.tarn.contracts.placement.VmState;
import io.tarn.contracts.pool.SliceState;
import io.tarn.cot.balance.Load;
import io.tarn.cot.balance.Loads;
import io.tarn.local.home.Json;
import io.tarn.local.invariant.CheckResult;
import io.tarn.local.invariant.Rows;
import io.tarn.local.invariant.Rows.HostRow;
import io.tarn.local.invariant.Rows.PoolRow;
import io.tarn.local.invariant.Rows.SliceRow;
import io.tarn.local.invariant.Rows.VmRow;
import io.tarn.local.learn.CacheBalance;
import io.tarn.local.learn.Judgement;
import io.tarn.local.learn.Learned;
import io.tarn.local.learn.Training;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SummaryTest {

  private static final Rows ROWS =
      new Rows(
          List.of(new PoolRow("p", 3)),
          List.of(
              new SliceRow("p", 0, SliceState.ONLINE, "h", "b.1", 1),
              new SliceRow("p", 1, SliceState.ONLINE, "h", "b.1", 1),
              new SliceRow("p", 2, SliceState.FREE, null, null, 0)),
          List.of(),
          List.of(),
          List.of(new HostRow("h", 4, 10_240, 0, 2_048, 3, 3_072, List.of("p"))),
          List.of(
              // a leaves before b and c come
              new VmRow("a", VmState.DELETED, 1, "h", 1, 2_048, 2_048, 0, null, true, 10, 20),
              new VmRow(
                  "b", VmState.READY, 1, "h", 2, 4_096, 2_048, 2, "p", true, 30, Long.MAX_VALUE),
              new VmRow(
                  "c", VmState.READY, 1, "h", 1, 1_024, 1_024, 0, null, true, 30, Long.MAX_VALUE),
              new VmRow("d", VmState.PENDING, 1, "h", 1, 1_024, 1_024, 0, null, false, 40, 50),
              // given back before it was placed
              new VmRow("e", VmState.DELETED, 1, "h", 1, 1_024, 1_024, 0, null, false, 40, 50)),
          List.of(),
          List.of());
  private static final List<CheckResult> CHECKS =
      List.of(
          new CheckResult("sound", "it is sound", 9, 0, List.of()),
          new CheckResult("broken", "it is whole", 9, 2, List.of("x", "y")));
  private static final JsonNode PAIR =
      Json.MAPPER.readTree(
          """
          {"pairId":"p182-1","scenario":182,"evaluation":{"vms":300},
           "evaluationPercent":{"fpPercent":0.1,"opPercent":1.5,"mispredictionPercent":1.6,
             "liPercent":30.25,"umPercent":12,"pooledPercent":38.6}}
          """);
  private static final Summary SUMMARY =
      SummaryMaker.make(
          ROWS, vm -> false, Map.of("vcpus", 2, "local-memory", 1), null, CHECKS, 12.5);

  @Test
  void make_countsWhatWasPlaced() {
    assertThat(SUMMARY.vmsPlaced()).isEqualTo(3);
    assertThat(SUMMARY.vmsRefused()).isEqualTo(3);
    assertThat(SUMMARY.vmsWithdrawn()).isEqualTo(1);
    assertThat(SUMMARY.byKind())
        .isEqualTo(
            Map.of(PlacementKind.ALL_LOCAL, 2, PlacementKind.ZNUMA, 1, PlacementKind.ALL_POOL, 0));
    assertThat(SUMMARY.localGiB()).isEqualTo(2 + 2 + 1);
    assertThat(SUMMARY.poolGiB()).isEqualTo(2);
    assertThat(SUMMARY.slices())
        .containsEntry(SliceState.ONLINE, 2)
        .containsEntry(SliceState.FREE, 1)
        .containsEntry(SliceState.LOST, 0);
  }

  @Test
  void make_worksOutStrandingAtTheBusiestMoment() {
    // 7 GiB over 4 cores: 1.75 per core; at 30: 3 of 4 cores, 3 of 8 GiB local, 2 of 3 pooled
    // free local 5 - 1 * 1.75 = 3.25, free pool 1
    assertThat(SUMMARY.stranding().withPoolGiB()).isEqualTo(3.25 + 1);
    assertThat(SUMMARY.stranding().withoutPoolGiB()).isEqualTo(8 + 3 - 5 - 1.75);
    assertThat(SUMMARY.stranding().rentedVcpus()).isEqualTo(3);
  }

  @Test
  void json_hasTheAgreedKeys() {
    JsonNode json =
        Json.MAPPER.readTree(Json.text(SummaryJson.of(SUMMARY, Map.of("policy", "static:15"))));
    assertThat(json.path("vmsPlaced").asInt()).isEqualTo(3);
    assertThat(json.path("vmsRefused").asInt()).isEqualTo(3);
    assertThat(json.path("vmsWithdrawn").asInt()).isEqualTo(1);
    assertThat(json.path("byKind").path("ZNUMA").asInt()).isEqualTo(1);
    assertThat(json.path("localGiB").asDouble()).isEqualTo(5);
    assertThat(json.path("poolGiB").asInt()).isEqualTo(2);
    assertThat(json.path("strandedGiB").asDouble()).isEqualTo(4.25);
    assertThat(json.path("strandedGiBWithoutPool").asDouble()).isEqualTo(4.25);
    assertThat(json.path("slices").path("ONLINE").asInt()).isEqualTo(2);
    assertThat(json.path("invariantViolations").asInt()).isEqualTo(2);
    assertThat(json.path("invariants").path(1).path("examples").path(0).asString()).isEqualTo("x");
    assertThat(json.path("policy").asString()).isEqualTo("static:15");
  }

  @Test
  void make_leavesOutWhoCameEarlierButCountsTheirRoom() {
    Summary later = SummaryMaker.make(ROWS, vm -> vm.equals("b"), Map.of(), null, CHECKS, 1);

    assertThat(later.vmsPlaced()).isEqualTo(2);
    assertThat(later.byKind()).containsEntry(PlacementKind.ZNUMA, 0);
    assertThat(later.poolGiB()).isZero();
    assertThat(later.stranding().rentedVcpus()).isEqualTo(3);
  }

  @Test
  void json_ofARunThatLearns_hasTheAgreedKeys() {
    JsonNode json = Json.MAPPER.readTree(Json.text(SummaryJson.of(learned(PAIR), Map.of())));

    assertThat(json.path("models").path(0).path("model").asString()).isEqualTo("forest");
    assertThat(json.path("models").path(0).path("pairId").asString()).isEqualTo("p182-1");
    assertThat(json.path("models").path(0).path("liPercent").asDouble()).isEqualTo(30.25);
    assertThat(json.path("models").path(0).path("vmsScored").asInt()).isEqualTo(120);
    assertThat(json.path("models").path(1).path("opPercent").asDouble()).isEqualTo(1.5);
    assertThat(json.path("fpPercent").asDouble()).isEqualTo(0.5);
    assertThat(json.path("opPercent").asDouble()).isEqualTo(1);
    assertThat(json.path("pooledPercent").asDouble()).isEqualTo(25);
    assertThat(json.path("cot").path("imbalanceBefore").asDouble()).isEqualTo(2);
    assertThat(json.path("cot").path("imbalanceAfter").asDouble()).isEqualTo(1.1);
    assertThat(json.path("cot").path("weightedImbalanceBefore").asDouble()).isEqualTo(2);
    assertThat(json.path("cot").path("weightedImbalanceAfter").asDouble()).isEqualTo(1.1);
  }

  @Test
  void text_ofARunThatLearns_saysWhatCameOfIt() {
    assertThat(SummaryText.lines(learned(PAIR), Map.of()))
        .anyMatch(line -> line.contains("Models: p182-1"))
        .anyMatch(line -> line.contains("3 of 200 VMs"))
        .anyMatch(line -> line.contains("with 64 lines") && line.contains("1.10 (1.10)"));
    assertThat(SummaryText.lines(learned(null), Map.of()))
        .anyMatch(line -> line.contains("none serves"))
        .anyMatch(line -> line.contains("TOO_LITTLE_DATA: two days"));
  }

  private static Summary learned(@Nullable JsonNode pair) {
    return SummaryMaker.make(
        ROWS,
        vm -> false,
        Map.of(),
        new Learned(
            new Training("TOO_LITTLE_DATA", "two days", null),
            pair,
            new Judgement(200, 120, 200, 1, 2, 4_096, 1_024),
            new CacheBalance(loads(200, 100), loads(110, 100), 64, 9)),
        CHECKS,
        1);
  }

  private static Loads loads(long first, long second) {
    return new Loads(List.of(new Load("b1", 0.5, first), new Load("b2", 0.5, second)));
  }

  @Test
  void text_namesWhatIsBroken() {
    assertThat(SummaryText.lines(SUMMARY, Map.of("scheduler", "http://somewhere")))
        .anyMatch(line -> line.contains("Invariants: 2 VIOLATIONS"))
        .anyMatch(line -> line.contains("FAIL broken"))
        .anyMatch(line -> line.contains("1 more were accepted"))
        .anyMatch(line -> line.contains("zNUMA") && line.contains("33 %"))
        .anyMatch(line -> line.contains("http://somewhere"))
        .anyMatch(line -> line.contains("far larger than the cluster"));
  }
}
