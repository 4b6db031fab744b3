package io.tarn.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.contracts.bus.CounterHistory;
import io.tarn.contracts.bus.History;
import io.tarn.contracts.bus.HistoryKey;
import io.tarn.contracts.bus.UntouchedHistory;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;

class HistoryKeysTest {

  private static final UntouchedHistory UNTOUCHED = UntouchedHistory.getDefaultInstance();

  @Test
  void key_isOfItsParts() {
    assertThat(of("acme", "", "").setUntouched(UNTOUCHED).build())
        .satisfies(keyIs("untouched/acme"));
    assertThat(of("acme", "D4", "").setUntouched(UNTOUCHED).build())
        .satisfies(keyIs("untouched/acme/D4"));
    assertThat(of("acme", "", "redis").setCounters(CounterHistory.getDefaultInstance()).build())
        .satisfies(keyIs("counters/acme/redis"));
  }

  @Test
  void partsWithSlashes_doNotCollide() {
    assertThat(HistoryKeys.untouched("a/b")).isEqualTo("untouched/a%2Fb");
    assertThat(HistoryKeys.untouched("a", "b")).isEqualTo("untouched/a/b");
    assertThat(HistoryKeys.counters("a b", "c%")).isEqualTo("counters/a+b/c%25");
  }

  @Test
  void emptyPart_isRefused() {
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> HistoryKeys.counters("acme", ""))
        .withMessageStartingWith("workload is ");
  }

  private static ThrowingConsumer<History> keyIs(String key) {
    return history -> assertThat(HistoryKeys.of(history)).isEqualTo(key);
  }

  private static History.Builder of(String customer, String vmType, String workload) {
    return History.newBuilder()
        .setKey(
            HistoryKey.newBuilder().setCustomer(customer).setVmType(vmType).setWorkload(workload));
  }
}
