package io.tarn.pool.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.pool.sim.Simulation.Summary;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulationTest {

  private static final int SEEDS = 200;

  @Test
  void twoHundredLives_keepEveryInvariant() throws InterruptedException {
    Summary summary = Simulation.run(1, SEEDS, Simulation.STEPS, 2);
    assertThat(summary.violations())
        .as(() -> summary.violations().isEmpty() ? "" : summary.violations().get(0).report())
        .isEmpty();
    assertThat(summary.steps()).isGreaterThan((long) SEEDS * Simulation.STEPS);
    // lives are worth living only when all of this happens in them
    assertThat(summary.tally())
        .containsKeys(
            "managers killed before the commit",
            "managers killed after the commit",
            "managers that slept",
            "managers that slept in a pass",
            "commits of a deposed leader",
            "changes of a deposed leader that arrived",
            "changes that came too late",
            "calls that a device did not obey",
            "devices carried off",
            "passes that another device refused",
            "devices that forgot their last write",
            "passes that found what nobody expects",
            "transactions that saw something old and ran again",
            "databases killed",
            "pools that failed",
            "devices replaced",
            "hosts that were fenced",
            "entries changed by another hand",
            "repairs",
            "unused blocks taken offline",
            "recalls of stuck slices",
            "devices beyond repair",
            "hosts that booted",
            "agents killed",
            "slices that became ONLINE",
            "slices that became QUARANTINED");
    assertThat(summary.tally().get("slices that became FREE")).isGreaterThan(5L * SEEDS);
  }

  @Test
  void life_dependsOnItsSeedAlone() throws InterruptedException {
    Lived alone = Simulation.replay(7, Simulation.STEPS, null);
    assertThat(Simulation.replay(7, Simulation.STEPS, null)).isEqualTo(alone);
    assertThat(Simulation.run(7, 1, Simulation.STEPS, 1).hash()).isEqualTo(alone.hash());
    Summary many = Simulation.run(1, 12, Simulation.STEPS, 1);
    assertThat(Simulation.run(1, 12, Simulation.STEPS, 2)).isEqualTo(many);
    assertThat(Simulation.replay(8, Simulation.STEPS, null).hash()).isNotEqualTo(alone.hash());
  }

  @ParameterizedTest
  @EnumSource(names = {"FREE_BEFORE_ACK", "NO_DEVICE_CHECK", "NO_SCRUB", "PUT_AFTER_TOMBSTONE"})
  void fault_isCaughtAndTheSeedReplaysToTheSameStep(Fault fault) {
    Lived caught = Simulation.hunt(fault, 1, 50);
    assertThat(caught.violation()).isNotNull();
    Lived again = Simulation.replay(caught.seed(), Simulation.STEPS, fault);
    assertThat(again.violation()).isEqualTo(caught.violation());
    assertThat(again.steps()).isEqualTo(caught.steps());
    assertThat(again.hash()).isEqualTo(caught.hash());
    assertThat(again.history()).hasSize(caught.steps()).endsWith(last(caught.history()));
  }

  private static String last(List<String> lines) {
    return lines.get(lines.size() - 1);
  }
}
