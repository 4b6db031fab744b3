package io.tarn.trainer.run;

import io.tarn.contracts.feature.Categories;
import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.contracts.feature.UntouchedFeatures;
import io.tarn.contracts.model.Figures;
import io.tarn.contracts.model.GoldenVector;
import io.tarn.contracts.model.Hashes;
import io.tarn.contracts.model.Lineage;
import io.tarn.contracts.model.Manifest;
import io.tarn.contracts.model.OperatingPoint;
import io.tarn.contracts.model.Verification.Verified;
import io.tarn.trainer.dataset.Cases;
import io.tarn.trainer.dataset.Dataset;
import io.tarn.trainer.dataset.Fold;
import io.tarn.trainer.dataset.Folds;
import io.tarn.trainer.dataset.HeldOut;
import io.tarn.trainer.dataset.VmCase;
import io.tarn.trainer.dataset.WorkloadRow;
import io.tarn.trainer.evaluation.Comparison;
import io.tarn.trainer.evaluation.Gate;
import io.tarn.trainer.evaluation.Judge;
import io.tarn.trainer.evaluation.JudgedVm;
import io.tarn.trainer.evaluation.OperatingPoints;
import io.tarn.trainer.export.ExportedModel;
import io.tarn.trainer.export.Exporter;
import io.tarn.trainer.export.Parity;
import io.tarn.trainer.training.Boost;
import io.tarn.trainer.training.Forest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import smile.classification.RandomForest;

/** One training: fits, exports, proves, calibrates, judges. The same input gives the same bytes. */
public final class TrainingRun {

  private static final int GOLDEN_ROWS = 16;
  private static final int ID_DIGITS = 16;

  private final TrainingSettings settings;
  private final Sealer sealer;
  private final DataRules rules;

  /**
   * @param settings how it is done
   * @param sealer makes the artifact
   */
  public TrainingRun(TrainingSettings settings, Sealer sealer) {
    this.settings = settings;
    this.sealer = sealer;
    this.rules = new DataRules(settings);
  }

  /** Names the pair that these rows and seed make. */
  public String pairId(int scenario, Dataset dataset, long seed) {
    String made = scenario + "/" + dataset.sha256() + "/" + seed + "/" + settings;
    String hash = Hashes.sha256(made.getBytes(StandardCharsets.UTF_8));
    return "p" + scenario + "-" + hash.substring(0, ID_DIGITS);
  }

  /**
   * Trains and judges a pair.
   *
   * @param serving what serves now, to be compared with
   * @throws io.tarn.trainer.dataset.RefusedDataException when nothing can be learned from the rows
   * @throws IllegalStateException when the export does not say what Smile says
   */
  public TrainedPair train(
      int scenario, Dataset dataset, long seed, Optional<Verified> serving, Progress progress) {
    rules.check(dataset);
    Cases cases = new Cases(dataset, Folds.of(dataset, seed));
    List<WorkloadRow> forestRows = cases.forestRows();
    List<VmCase> fitted = cases.fitted();
    List<HeldOut> heldOut = cases.heldOut();
    List<VmCase> evaluation = cases.evaluation();
    heldOut.forEach(part -> rules.checkForest(part.rows()));
    rules.checkBoost(fitted);
    rules.checkJudged(
        Fold.CALIBRATE, heldOut.stream().flatMap(part -> part.vms().stream()).toList());
    rules.checkJudged(Fold.EVALUATE, evaluation);

    Categories categories = CategoryOrder.of(fitted);
    List<float[]> counters = vectors(forestRows);
    List<float[]> vms =
        fitted.stream().map(vm -> UntouchedFeatures.of(vm.traits(), categories)).toList();
    progress.entered(Stage.FOREST);
    RandomForest forest = fitForest(forestRows, seed);
    progress.entered(Stage.BOOST);
    Boost boost = fitBoost(fitted, vms, seed);
    progress.entered(Stage.EXPORT);
    ExportedModel forestFile = Exporter.forest(forest);
    ExportedModel boostFile = Exporter.boost(boost);
    try (PairScorer scorer = PairScorer.open(forestFile, boostFile, categories)) {
      Parity.check(forest, forestFile, scorer.forest(), counters);
      Parity.check(boost, boostFile, scorer.gbm(), vms);
      progress.entered(Stage.EVALUATION);
      List<JudgedVm> calibration =
          heldOut.stream()
              .flatMap(part -> judgedBlind(part, seed, boostFile, categories).stream())
              .toList();
      OperatingPoint point =
          OperatingPoints.best(calibration, settings.budgetPercent(), settings.confidence());
      Figures fresh = Judge.figures(scorer.judged(evaluation, rules::hurt), point);
      Manifest manifest =
          new Manifest(
              Manifest.FORMAT,
              pairId(scenario, dataset, seed),
              scenario,
              CounterFeatures.SCHEMA,
              UntouchedFeatures.SCHEMA,
              categories,
              point,
              settings.slowdownMarginPercent(),
              settings.boost().quantile(),
              forestFile.file(),
              boostFile.file(),
              Judge.figures(calibration, point),
              fresh,
              golden(scorer, counters, vms),
              new Lineage(dataset.sha256(), seed, settings.codeVersion()));
      Optional<Comparison> comparison =
          serving.flatMap(pair -> compared(pair, cases, scorer, point));
      Optional<String> objection = Gate.objection(fresh, comparison, settings.budgetPercent());
      return new TrainedPair(
          manifest,
          sealer.seal(manifest, forestFile.onnx(), boostFile.onnx()),
          comparison.map(Comparison::serving).orElse(null),
          comparison
              .filter(both -> Gate.keepsBudget(both.serving(), settings.budgetPercent()))
              .isPresent(),
          objection.orElse(null));
    }
  }

  private RandomForest fitForest(List<WorkloadRow> rows, long seed) {
    int[] labels =
        rows.stream().mapToInt(row -> rules.insensitive(row) ? Forest.INSENSITIVE : 0).toArray();
    return Forest.fit(vectors(rows), labels, CounterFeatures.NAMES, settings.forest(), seed);
  }

  private List<JudgedVm> judgedBlind(
      HeldOut part, long seed, ExportedModel boost, Categories categories) {
    ExportedModel forest = Exporter.forest(fitForest(part.rows(), seed));
    try (PairScorer scorer = PairScorer.open(forest, boost, categories)) {
      return scorer.judged(part.vms(), rules::hurt);
    }
  }

  private static List<float[]> vectors(List<WorkloadRow> rows) {
    return rows.stream().map(WorkloadRow::vector).toList();
  }

  private Boost fitBoost(List<VmCase> fitted, List<float[]> vectors, long seed) {
    double[] shares = fitted.stream().mapToDouble(VmCase::untouchedShare).toArray();
    return Boost.fit(vectors, shares, UntouchedFeatures.NAMES, settings.boost(), seed);
  }

  /** Both pairs on what neither was fitted on; empty when that is too little. */
  private Optional<Comparison> compared(
      Verified serving, Cases cases, PairScorer fresh, OperatingPoint point) {
    Manifest manifest = serving.manifest();
    List<VmCase> common = cases.evaluationWith(manifest.lineage().seed());
    if (common.size() < settings.least().judgedVms()) {
      return Optional.empty();
    }
    try (PairScorer old = PairScorer.open(serving)) {
      return Optional.of(
          new Comparison(
              Judge.figures(fresh.judged(common, rules::hurt), point),
              Judge.figures(old.judged(common, rules::hurt), manifest.operatingPoint())));
    }
  }

  private static GoldenVector golden(PairScorer scorer, List<float[]> counters, List<float[]> vms) {
    List<float[]> someCounters = counters.subList(0, Math.min(GOLDEN_ROWS, counters.size()));
    List<float[]> someVms = vms.subList(0, Math.min(GOLDEN_ROWS, vms.size()));
    return new GoldenVector(
        someCounters.stream().map(TrainingRun::list).toList(),
        list(scorer.forest().score(someCounters)),
        someVms.stream().map(TrainingRun::list).toList(),
        list(scorer.gbm().score(someVms)));
  }

  private static List<Float> list(float[] values) {
    List<Float> list = new ArrayList<>(values.length);
    for (float value : values) {
      list.add(value);
    }
    return list;
  }
}
