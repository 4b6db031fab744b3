package io.tarn.trainer.run;

import io.tarn.contracts.feature.Categories;
import io.tarn.contracts.feature.UntouchedFeatures;
import io.tarn.contracts.model.ArtifactPart;
import io.tarn.contracts.model.Manifest;
import io.tarn.contracts.model.Verification.Verified;
import io.tarn.trainer.dataset.VmCase;
import io.tarn.trainer.dataset.WorkloadRow;
import io.tarn.trainer.evaluation.JudgedVm;
import io.tarn.trainer.export.ExportedModel;
import io.tarn.trainer.export.OnnxScorer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** Scores VMs with the two files of a pair. */
final class PairScorer implements AutoCloseable {

  private final OnnxScorer forest;
  private final OnnxScorer gbm;
  private final Categories categories;

  private PairScorer(OnnxScorer forest, OnnxScorer gbm, Categories categories) {
    this.forest = forest;
    this.gbm = gbm;
    this.categories = categories;
  }

  static PairScorer open(ExportedModel forest, ExportedModel gbm, Categories categories) {
    return new PairScorer(
        OnnxScorer.open(forest.onnx(), forest.file()),
        OnnxScorer.open(gbm.onnx(), gbm.file()),
        categories);
  }

  static PairScorer open(Verified pair) {
    Manifest manifest = pair.manifest();
    return new PairScorer(
        OnnxScorer.open(pair.artifact().bytes(ArtifactPart.FOREST), manifest.forest()),
        OnnxScorer.open(pair.artifact().bytes(ArtifactPart.GBM), manifest.gbm()),
        manifest.categories());
  }

  OnnxScorer forest() {
    return forest;
  }

  OnnxScorer gbm() {
    return gbm;
  }

  /** What the pair says of these VMs, beside what is true. */
  List<JudgedVm> judged(List<VmCase> cases, Predicate<VmCase> hurt) {
    float[] shares = gbm.score(vectors(cases));
    float[] probabilities =
        forest.score(
            cases.stream()
                .map(VmCase::counters)
                .filter(Objects::nonNull)
                .map(WorkloadRow::vector)
                .toList());
    List<JudgedVm> judged = new ArrayList<>(cases.size());
    int next = 0;
    for (int i = 0; i < cases.size(); i++) {
      VmCase vm = cases.get(i);
      float probability = vm.counters() == null ? Float.NaN : probabilities[next++];
      judged.add(
          new JudgedVm(
              vm.group(), vm.memoryMiB(), probability, hurt.test(vm), shares[i], vm.touchedMiB()));
    }
    return judged;
  }

  List<float[]> vectors(List<VmCase> cases) {
    return cases.stream().map(vm -> UntouchedFeatures.of(vm.traits(), categories)).toList();
  }

  @Override
  public void close() {
    forest.close();
    gbm.close();
  }
}
