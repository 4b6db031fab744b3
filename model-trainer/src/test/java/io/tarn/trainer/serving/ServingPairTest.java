package io.tarn.trainer.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.feature.UntouchedPast;
import io.tarn.contracts.feature.VmTraits;
import io.tarn.contracts.model.GoldenVector;
import io.tarn.contracts.model.Manifest;
import io.tarn.contracts.model.Verification.Verified;
import io.tarn.scheduler.prediction.ModelPair;
import io.tarn.scheduler.prediction.Opened;
import io.tarn.scheduler.prediction.Opened.Unusable;
import io.tarn.scheduler.prediction.Opened.Usable;
import io.tarn.scheduler.prediction.Prediction;
import io.tarn.scheduler.prediction.ServingPair;
import io.tarn.trainer.testing.TestData;
import io.tarn.trainer.testing.TestTraining;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ServingPairTest {

  private static final Verified PAIR =
      TestTraining.verified(TestTraining.train(TestData.of(150, 6_000, 2), 1));
  private static final VmTraits VM =
      new VmTraits(
          8_192, 4, "type-8192", "linux", "north", true, UntouchedPast.NONE, UntouchedPast.NONE);

  private final ServingPair serving = new ServingPair();

  @Test
  void predict_withoutAPair_isNothing() {
    assertThat(serving.predict(null, VM)).isEmpty();
    assertThat(serving.manifest()).isEmpty();
  }

  @Test
  void predict_goldenVector_isActedOnFromTheThreshold() {
    assertThat(serving.offer(ModelPair.open(PAIR))).isEmpty();
    GoldenVector golden = PAIR.manifest().golden();
    for (int i = 0; i < golden.counters().size(); i++) {
      Prediction prediction = serving.predict(vector(golden.counters().get(i)), VM).get();
      assertThat(prediction.probability()).isEqualTo(golden.probabilities().get(i));
      assertThat(prediction.insensitive())
          .isEqualTo(
              golden.probabilities().get(i) >= PAIR.manifest().operatingPoint().probability());
      assertThat(prediction.pairId()).isEqualTo(PAIR.manifest().pairId());
    }
    Prediction unknown = serving.predict(null, VM).get();
    assertThat(unknown.probability()).isNull();
    assertThat(unknown.insensitive()).isFalse();
    serving.close();
  }

  @Test
  void offer_pairWhoseAnswersAreOthers_changesNothing() {
    assertThat(serving.offer(ModelPair.open(PAIR))).isEmpty();
    List<Float> wrong = new ArrayList<>(PAIR.manifest().golden().untouchedShares());
    wrong.set(2, wrong.get(2) + 0.001f);

    Opened opened = ModelPair.open(with(wrong));

    assertThat(opened).isInstanceOf(Unusable.class);
    assertThat(serving.offer(opened)).get().asString().contains("golden.untouchedShares[2] is");
    assertThat(serving.manifest()).contains(PAIR.manifest());
    assertThat(serving.predict(null, VM)).isPresent();
    serving.close();
  }

  @Test
  void open_filesTheWrongWayRound_isUnusable() {
    Manifest manifest = PAIR.manifest();
    Manifest swapped =
        new Manifest(
            1,
            manifest.pairId(),
            182,
            /* counters= */ manifest.untouched(),
            /* untouched= */ manifest.counters(),
            manifest.categories(),
            manifest.operatingPoint(),
            5,
            0.05,
            manifest.forest(),
            manifest.gbm(),
            manifest.calibration(),
            manifest.evaluation(),
            manifest.golden(),
            manifest.lineage());

    assertThat(ModelPair.open(new Verified(swapped, PAIR.artifact())))
        .isInstanceOfSatisfying(
            Unusable.class,
            unusable -> assertThat(unusable.reason()).contains("input.features is 31"));
  }

  @Test
  void predict_closedPair_isNothing() {
    ModelPair pair = ((Usable) ModelPair.open(PAIR)).pair();
    pair.close();
    pair.close();

    assertThat(pair.predict(null, VM)).isEmpty();
  }

  @Test
  void predict_whilePairsAreSwapped_alwaysAnswersTheSame() throws Exception {
    assertThat(serving.offer(ModelPair.open(PAIR))).isEmpty();
    Optional<Prediction> expected = serving.predict(null, VM);
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      Callable<Integer> asking =
          () -> {
            int different = 0;
            for (int i = 0; i < 3_000; i++) {
              different += serving.predict(null, VM).equals(expected) ? 0 : 1;
            }
            return different;
          };
      List<Future<Integer>> asked = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        asked.add(threads.submit(asking));
      }
      for (int i = 0; i < 20; i++) {
        assertThat(serving.offer(ModelPair.open(PAIR))).isEmpty();
      }
      for (Future<Integer> future : asked) {
        assertThat(future.get()).isZero();
      }
    } finally {
      threads.shutdownNow();
      serving.close();
    }
    assertThat(serving.predict(null, VM)).isEmpty();
  }

  private static Verified with(List<Float> shares) {
    Manifest manifest = PAIR.manifest();
    GoldenVector golden = manifest.golden();
    return new Verified(
        new Manifest(
            1,
            manifest.pairId(),
            182,
            manifest.counters(),
            manifest.untouched(),
            manifest.categories(),
            manifest.operatingPoint(),
            5,
            0.05,
            manifest.forest(),
            manifest.gbm(),
            manifest.calibration(),
            manifest.evaluation(),
            new GoldenVector(golden.counters(), golden.probabilities(), golden.vms(), shares),
            manifest.lineage()),
        PAIR.artifact());
  }

  private static float[] vector(List<Float> values) {
    float[] vector = new float[values.size()];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = values.get(i);
    }
    return vector;
  }
}
