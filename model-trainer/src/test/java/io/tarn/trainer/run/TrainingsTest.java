package io.tarn.trainer.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.model.Artifact;
import io.tarn.contracts.model.ArtifactVerifier;
import io.tarn.contracts.model.Manifest;
import io.tarn.trainer.dataset.Dataset;
import io.tarn.trainer.registry.Change;
import io.tarn.trainer.registry.PairView;
import io.tarn.trainer.registry.Registry;
import io.tarn.trainer.testing.TestData;
import io.tarn.trainer.testing.TestTraining;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TrainingsTest {

  private static final Dataset DATA = TestData.of(150, 12_000, 1);
  private static final TrainedPair CAREFUL = TestTraining.train(DATA, 7);
  private static final TrainedPair BOLD =
      TestTraining.run(settings(40, 0.5)).train(182, DATA, 7, Optional.empty(), stage -> {});

  private final List<String> asked = new ArrayList<>();

  @Test
  void run_refusedWhileTheServingPairKeepsItsBudget_announcesThatAgain() {
    TrainingEnd end = run(CAREFUL, 4);
    assertThat(end.detail()).contains("the serving pair puts");
    assertThat(asked).containsExactly("add refused", "reaffirm 182");
  }

  @Test
  void run_refusedWhileTheServingPairBreaksItsBudget_leavesItToGrowOld() {
    double nearlyNothing = 0.01;
    assertThat(BOLD.manifest().evaluation().mispredictionPercent()).isGreaterThan(nearlyNothing);
    TrainingEnd end = run(BOLD, nearlyNothing);
    assertThat(end.state()).isEqualTo(TrainingState.KEPT);
    assertThat(asked).containsExactly("add refused");
  }

  private static TrainingSettings settings(double budgetPercent, double confidence) {
    return new TrainingSettings(
        5,
        budgetPercent,
        confidence,
        TestTraining.SETTINGS.least(),
        TestTraining.SETTINGS.forest(),
        TestTraining.SETTINGS.boost(),
        "test");
  }

  private TrainingEnd run(TrainedPair serving, double budgetPercent) {
    return new Trainings(
            scenario -> DATA,
            TestTraining.run(settings(budgetPercent, 0.999)),
            new ServingRegistry(serving),
            new ArtifactVerifier(
                TestTraining.KEYS.getPublic(),
                json -> TestTraining.JSON.readValue(json, Manifest.class)))
        .run(new TrainingRequest(182, 7, true), new Now());
  }

  /** A registry in which one pair serves. */
  private final class ServingRegistry implements Registry {

    private final TrainedPair serving;

    ServingRegistry(TrainedPair serving) {
      this.serving = serving;
    }

    @Override
    public void add(Manifest manifest, Artifact artifact, @Nullable String objection) {
      asked.add(objection == null ? "add" : "add refused");
    }

    @Override
    public Change promote(String pairId) {
      asked.add("promote");
      return new Change.Serves(pairId);
    }

    @Override
    public Change rollback(int scenario, @Nullable String from) {
      throw new AssertionError("nothing is rolled back");
    }

    @Override
    public void reaffirm(int scenario) {
      asked.add("reaffirm " + scenario);
    }

    @Override
    public Optional<String> serving(int scenario) {
      return Optional.of(serving.manifest().pairId());
    }

    @Override
    public Optional<PairView> find(String pairId) {
      return Optional.empty();
    }

    @Override
    public List<PairView> page(String after, int limit) {
      return List.of();
    }

    @Override
    public Optional<Artifact> artifact(String pairId) {
      return Optional.of(serving.artifact());
    }
  }

  /** A ticket that is never lost. */
  private static final class Now implements TrainingLog.Ticket {

    @Override
    public void entered(Stage stage) {}

    @Override
    public boolean renew() {
      return true;
    }

    @Override
    public TrainingEnd end(Supplier<TrainingEnd> last) {
      return last.get();
    }
  }
}
