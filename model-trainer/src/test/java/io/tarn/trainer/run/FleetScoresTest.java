package io.tarn.trainer.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.model.Verification.Verified;
import io.tarn.fleet.Fleet;
import io.tarn.scheduler.prediction.ModelPair;
import io.tarn.scheduler.prediction.Opened;
import io.tarn.scheduler.prediction.Prediction;
import io.tarn.trainer.dataset.Cases;
import io.tarn.trainer.dataset.Dataset;
import io.tarn.trainer.dataset.Folds;
import io.tarn.trainer.dataset.VmCase;
import io.tarn.trainer.dataset.WorkloadRow;
import io.tarn.trainer.evaluation.JudgedVm;
import io.tarn.trainer.testing.FleetData;
import io.tarn.trainer.testing.TestTraining;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A pair trained on the generated fleet says the same of a VM wherever it is asked. */
class FleetScoresTest {

  private static final int VMS = 10_000;
  private static final Dataset DATA = FleetData.of(new Fleet(1, 4_000), 7);

  @Test
  void scores_ofTrainerAndScheduler_areTheSameBits() {
    Verified verified = TestTraining.verified(TestTraining.train(DATA, 7));
    List<VmCase> cases = everyCase();
    assertThat(cases).hasSizeGreaterThanOrEqualTo(VMS);
    assertThat(cases.stream().filter(vm -> vm.counters() != null).count())
        .as("VMs that both models score")
        .isGreaterThan(VMS / 3);

    try (PairScorer trainer = PairScorer.open(verified);
        ModelPair scheduler = ((Opened.Usable) ModelPair.open(verified)).pair()) {
      List<JudgedVm> judged = trainer.judged(cases, vm -> false);
      for (int i = 0; i < cases.size(); i++) {
        VmCase vm = cases.get(i);
        WorkloadRow counters = vm.counters();
        Prediction prediction =
            scheduler.predict(counters == null ? null : counters.vector(), vm.traits()).get();
        Float probability = prediction.probability();
        assertThat(Float.floatToIntBits(probability == null ? Float.NaN : probability))
            .isEqualTo(Float.floatToIntBits(judged.get(i).probability()));
        assertThat(Float.floatToIntBits(prediction.untouchedShare()))
            .isEqualTo(Float.floatToIntBits(judged.get(i).untouchedShare()));
      }
      assertThat(judged.stream().map(JudgedVm::untouchedShare).distinct().count())
          .as("different scores")
          .isGreaterThan(100);
    }
  }

  private static List<VmCase> everyCase() {
    return new Cases(DATA, new Folds(Long.MAX_VALUE, Long.MAX_VALUE, 7)).fitted();
  }
}
