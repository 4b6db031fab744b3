package io.tarn.scheduler.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.feature.UntouchedPast;
import io.tarn.contracts.feature.VmTraits;
import io.tarn.contracts.placement.VmRequest;
import io.tarn.scheduler.prediction.Histories.CounterKey;
import io.tarn.scheduler.prediction.Histories.PastKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HistoriesTest {

  private static final UntouchedPast OLD = new UntouchedPast(3, 0.1f, 0.2f, 0.3f, 0.4f, 0);
  private static final UntouchedPast NEW = new UntouchedPast(4, 0.2f, 0.3f, 0.4f, 0.5f, 0);

  private final Histories histories = new Histories();

  @Test
  void traits_haveThePastsAsOldAsTheyAre() {
    histories.untouched(new PastKey("acme", null), 1_000, OLD);
    histories.untouched(new PastKey("acme", "D2"), 4_000, NEW);
    assertThat(histories.traits(vm("acme", "D2", "web.1"), 10_000))
        .isEqualTo(
            new VmTraits(
                4_096,
                2,
                "D2",
                "",
                "",
                true,
                new UntouchedPast(3, 0.1f, 0.2f, 0.3f, 0.4f, 9_000),
                new UntouchedPast(4, 0.2f, 0.3f, 0.4f, 0.5f, 6_000)));
    assertThat(histories.size()).isEqualTo(2);
  }

  @Test
  void traits_ofAStranger() {
    histories.untouched(new PastKey("acme", null), 1_000, OLD);
    VmTraits nobody = histories.traits(vm(null, null, null), 10_000);
    assertThat(nobody.customerPast()).isEqualTo(UntouchedPast.NONE);
    assertThat(nobody.customerTypePast()).isEqualTo(UntouchedPast.NONE);
    assertThat(nobody.workloadKnown()).isFalse();
    assertThat(histories.traits(vm("other", "D2", null), 10_000).customerPast())
        .isEqualTo(UntouchedPast.NONE);
  }

  @Test
  void untouched_newestCounts_inWhateverOrder() {
    histories.untouched(new PastKey("acme", null), 2_000, NEW);
    histories.untouched(new PastKey("acme", null), 1_000, OLD);
    assertThat(histories.traits(vm("acme", null, null), 2_000).customerPast().vms()).isEqualTo(4);
  }

  @Test
  void untouched_fromTheFuture_isNew() {
    histories.untouched(new PastKey("acme", null), 5_000, NEW);
    assertThat(ageOf("acme", 2_000)).isZero();
  }

  @Test
  void age_isMeasuredAgainstTheNewestHeard_whereThatIsAheadOfNow() {
    histories.untouched(new PastKey("acme", null), 5_000, OLD);
    histories.untouched(new PastKey("other", null), 8_000, NEW);
    assertThat(ageOf("acme", 2_000)).isEqualTo(3_000);
    assertThat(ageOf("other", 2_000)).isZero();
    histories.counters(new CounterKey("other", "web.1"), 9_000, new float[] {1});
    histories.counters(new CounterKey("other", "web.2"), 1_000, new float[] {1});
    assertThat(ageOf("acme", 2_000)).isEqualTo(4_000);
    assertThat(ageOf("acme", 9_500)).isEqualTo(4_500);
  }

  private long ageOf(String customer, long nowMillis) {
    return histories.traits(vm(customer, null, null), nowMillis).customerPast().ageMillis();
  }

  @Test
  void counters_ofTheCustomersWorkloadAlone() {
    float[] features = {1, 2};
    histories.counters(new CounterKey("acme", "web.1"), 1_000, features);
    histories.counters(new CounterKey("acme", "web.1"), 500, new float[] {7, 7});
    features[0] = 9;
    assertThat(histories.countersOf(vm("acme", null, "web.1"))).containsExactly(1, 2);
    assertThat(histories.countersOf(vm("acme", null, "web.2"))).isNull();
    assertThat(histories.countersOf(vm("other", null, "web.1"))).isNull();
    assertThat(histories.countersOf(vm(null, null, "web.1"))).isNull();
    assertThat(histories.countersOf(vm("acme", null, null))).isNull();
  }

  private static VmRequest vm(
      @Nullable String customer, @Nullable String vmType, @Nullable String workload) {
    return new VmRequest(
        "v", 2, 4_096, customer, vmType, null, null, workload, VmRequest.PoolUse.ALLOWED, Map.of());
  }
}
