package io.tarn.scheduler.saga;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.placement.VmRequest;
import io.tarn.scheduler.placement.Place;
import io.tarn.scheduler.placement.Tried;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SagaRulesTest {

  private static final SagaRules RULES = new SagaRules(3);
  private static final Tried NOTHING = Tried.nothing();

  static Stream<Arguments> replies() {
    return Stream.of(
        Arguments.of(new GrantReply.Granted(), new NextStep.Place()),
        Arguments.of(
            new GrantReply.PoolExhausted(1),
            new NextStep.Elsewhere(
                new Tried(Set.of("p"), Set.of(), null, List.of("pool-exhausted p")))),
        Arguments.of(
            new GrantReply.PoolUnusable("pool-unknown"),
            new NextStep.Elsewhere(
                new Tried(Set.of("p"), Set.of(), null, List.of("pool-unknown p")))),
        Arguments.of(
            new GrantReply.HostNotPoolable(),
            new NextStep.Elsewhere(
                new Tried(Set.of(), Set.of("h"), null, List.of("host-not-poolable h")))),
        Arguments.of(
            new GrantReply.AttemptSpent("grant-withdrawn"),
            new NextStep.Elsewhere(
                new Tried(Set.of(), Set.of(), null, List.of("grant-withdrawn")))),
        Arguments.of(
            new GrantReply.Unanswered("no answer"),
            new NextStep.Elsewhere(
                new Tried(
                    Set.of(),
                    Set.of(),
                    "pool-manager-unanswered",
                    List.of("pool-manager-unanswered")))));
  }

  @ParameterizedTest
  @MethodSource("replies")
  void after_eachReply(GrantReply reply, NextStep next) {
    assertThat(RULES.after(vm(false), reply, NOTHING)).isEqualTo(next);
  }

  @Test
  void after_manyRefusals_goesAllLocal() {
    Tried two = NOTHING.pool("q", "pool-exhausted").pool("r", "pool-exhausted");
    NextStep next = RULES.after(vm(false), new GrantReply.PoolExhausted(0), two);
    assertThat(next)
        .isInstanceOfSatisfying(
            NextStep.Elsewhere.class,
            elsewhere -> assertThat(elsewhere.tried().poolingOff()).isEqualTo("pool-tries-spent"));
  }

  @Test
  void afterNoFit_refusesOnlyWhatNobodyWasToldOf() {
    Tried exhausted = NOTHING.pool("p", "pool-exhausted");
    assertThat(RULES.afterNoFit(vm(false), exhausted)).isEqualTo(new NextStep.Refuse());
    assertThat(RULES.afterNoFit(vm(true), exhausted)).isEqualTo(new NextStep.Rest());
  }

  @Test
  void afterNoFit_whenTheGrantMayBeCommitted_rests() {
    Tried away = NOTHING.noPool("pool-manager-unanswered");
    assertThat(RULES.afterNoFit(vm(false), away)).isEqualTo(new NextStep.Rest());
  }

  private static Vm vm(boolean acknowledged) {
    VmRequest request =
        new VmRequest(
            "v", 1, 8192, null, null, null, null, null, VmRequest.PoolUse.ALLOWED, Map.of());
    return new Vm(
        "v", Phase.PENDING, request, "static:50", 1, new Place("h", 4096, 4, "p"), acknowledged);
  }
}
