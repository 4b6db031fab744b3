package io.tarn.pool.pool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.PoolView;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeclareRulesTest {

  private static final URI HERE = URI.create("http://here");
  private static final URI THERE = URI.create("http://there");

  @Test
  void pool_thatIsThere_answersByItselfUnlessItIsToBeMoved() {
    PoolView view = view(device("a"), null);
    assertThat(DeclareRules.known(view, new PoolSpec(2, HERE)))
        .contains(new PoolOutcome.Exists(view));
    assertThat(DeclareRules.known(view, new PoolSpec(3, HERE)))
        .contains(new PoolOutcome.CapacityFixed(2));
    assertThat(DeclareRules.known(view, new PoolSpec(3, THERE)))
        .contains(new PoolOutcome.CapacityFixed(2));
    assertThat(DeclareRules.known(view, new PoolSpec(2, THERE))).isEmpty();
  }

  @Test
  void emc_hasThePoolsCapacity() {
    PoolSpec spec = new PoolSpec(2, HERE);
    assertThat(DeclareRules.unfit(spec, table(2, null))).isEmpty();
    assertThat(DeclareRules.unfit(spec, table(3, null)))
        .contains(new PoolOutcome.CapacityDiffers(3));
    TableView half = new TableView(device("a"), 2, 0, List.of(new TableEntry(0, null, 0)));
    assertThat(DeclareRules.unfit(spec, half)).contains(new PoolOutcome.CapacityDiffers(2));
  }

  @Test
  void newPool_hasADeviceOfItsOwnWithoutOwners() {
    assertThat(DeclareRules.refusal(table(2, null), Optional.empty())).isEmpty();
    assertThat(DeclareRules.refusal(table(2, 5), Optional.empty()))
        .contains(new PoolOutcome.EmcInUse(1, 5));
    assertThat(DeclareRules.refusal(table(2, 5), Optional.of("q")))
        .contains(new PoolOutcome.ServesPool("q"));
  }

  // "-" is none; the pool that is declared is p
  @ParameterizedTest
  @CsvSource({
    "serves, a, a, -, moves",
    "serves, a, b, -, another device",
    "serves, a, b, q, serves q",
    "serves, -, b, -, moves",
    "serves, -, b, q, serves q",
    "failed, a, a, -, failed",
    "failed, a, b, q, failed",
    "failed, -, b, -, failed",
  })
  void pool_movesWithItsDeviceOnly(
      String state, String has, String answers, String other, String outcome) {
    PoolView view = view("-".equals(has) ? null : device(has), "failed".equals(state) ? 1L : null);
    Optional<String> serves = "-".equals(other) ? Optional.empty() : Optional.of(other);
    assertThat(words(DeclareRules.unmoved(view, device(answers), serves))).isEqualTo(outcome);
  }

  private static String words(Optional<PoolOutcome> outcome) {
    if (outcome.isEmpty()) {
      return "moves";
    }
    if (outcome.get() instanceof PoolOutcome.ServesPool serves) {
      return "serves " + serves.poolId();
    }
    if (outcome.get() instanceof PoolOutcome.AnotherDevice another) {
      assertThat(another).isEqualTo(new PoolOutcome.AnotherDevice(device("a"), device("b")));
      return "another device";
    }
    return outcome.get() instanceof PoolOutcome.Failed ? "failed" : outcome.toString();
  }

  private static PoolView view(@Nullable UUID deviceId, @Nullable Long failedAtMillis) {
    return new PoolView("p", 2, 2, HERE, deviceId, 1, failedAtMillis, Map.of(), List.of());
  }

  /** A table whose slice 1 has an owner, if one is given. */
  private static TableView table(int capacityGiB, @Nullable Integer owner) {
    List<TableEntry> entries =
        List.of(
            new TableEntry(0, null, 0), new TableEntry(1, owner, 0), new TableEntry(2, null, 0));
    return new TableView(device("a"), capacityGiB, 0, entries.subList(0, capacityGiB));
  }

  private static UUID device(String name) {
    return UUID.nameUUIDFromBytes(name.getBytes(UTF_8));
  }
}
