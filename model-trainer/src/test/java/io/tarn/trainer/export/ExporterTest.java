package io.tarn.trainer.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tarn.trainer.training.Boost;
import io.tarn.trainer.training.BoostSettings;
import io.tarn.trainer.training.Forest;
import io.tarn.trainer.training.ForestSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import smile.classification.RandomForest;

class ExporterTest {

  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final List<float[]> ROWS = rows();

  @Test
  void boost_oneSplitByHand_isInterceptAndShrunkLeaves() {
    // 0 below 10, 1 above: the median of all is 1, of the residuals on the left -1, right 0
    List<float[]> rows = new ArrayList<>();
    double[] shares = new double[30];
    for (int i = 0; i < 30; i++) {
      rows.add(new float[] {i, 0, 0});
      shares[i] = i < 10 ? 0 : 1;
    }
    Boost boost = Boost.fit(rows, shares, NAMES, new BoostSettings(1, 2, 5, 0.5, 0.5, 1), 1);

    assertThat(boost.intercept()).isEqualTo(1);
    ExportedModel exported = Exporter.boost(boost);
    assertThat(exported.splits()).containsExactly(new Split(0, 9.5f));
    try (OnnxScorer scorer = OnnxScorer.open(exported.onnx(), exported.file())) {
      assertThat(
              scorer.score(
                  List.of(new float[] {9.5f, 0, 0}, new float[] {Math.nextUp(9.5f), 0, 0})))
          .containsExactly(0.5f, 1f);
    }
  }

  @Test
  void parity_ofOwnExport_holds() {
    RandomForest forest = forest(1);
    ExportedModel exported = Exporter.forest(forest);
    Boost boost = boost(1);
    ExportedModel boosted = Exporter.boost(boost);
    try (OnnxScorer scorer = OnnxScorer.open(exported.onnx(), exported.file());
        OnnxScorer boostScorer = OnnxScorer.open(boosted.onnx(), boosted.file())) {
      assertThatCode(() -> Parity.check(forest, exported, scorer, ROWS)).doesNotThrowAnyException();
      assertThatCode(() -> Parity.check(boost, boosted, boostScorer, ROWS))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void parity_ofAnotherModelsExport_fails() {
    ExportedModel other = Exporter.forest(forest(2));
    ExportedModel otherBoost = Exporter.boost(boost(2));
    try (OnnxScorer scorer = OnnxScorer.open(other.onnx(), other.file());
        OnnxScorer boostScorer = OnnxScorer.open(otherBoost.onnx(), otherBoost.file())) {
      assertThatIllegalStateException()
          .isThrownBy(() -> Parity.check(forest(1), other, scorer, ROWS))
          .withMessageContaining("forest differs on row");
      assertThatIllegalStateException()
          .isThrownBy(() -> Parity.check(boost(1), otherBoost, boostScorer, ROWS))
          .withMessageContaining("gbm differs on row");
    }
  }

  @Test
  void score_aloneAndInABatch_isTheSameBits() {
    ExportedModel exported = Exporter.forest(forest(1));
    try (OnnxScorer scorer = OnnxScorer.open(exported.onnx(), exported.file())) {
      float[] together = scorer.score(ROWS);
      for (int i = 0; i < ROWS.size(); i++) {
        assertThat(scorer.score(List.of(ROWS.get(i)))).containsExactly(together[i]);
      }
    }
  }

  private static RandomForest forest(long seed) {
    int[] labels = ROWS.stream().mapToInt(row -> row[0] + row[1] > 1 ? 1 : 0).toArray();
    return Forest.fit(ROWS, labels, NAMES, new ForestSettings(100, 20, 2), seed);
  }

  private static Boost boost(long seed) {
    double[] shares = ROWS.stream().mapToDouble(row -> row[0] * row[1]).toArray();
    return Boost.fit(ROWS, shares, NAMES, new BoostSettings(50, 8, 5, 0.1, 0.1, 0.5), seed);
  }

  private static List<float[]> rows() {
    Random random = new Random(4);
    List<float[]> rows = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      rows.add(new float[] {random.nextFloat(), random.nextFloat(), random.nextFloat()});
    }
    return rows;
  }
}
