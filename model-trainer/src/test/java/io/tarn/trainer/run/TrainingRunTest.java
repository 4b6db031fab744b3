package io.tarn.trainer.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.contracts.model.ArtifactPart;
import io.tarn.contracts.model.Figures;
import io.tarn.trainer.dataset.Dataset;
import io.tarn.trainer.dataset.RefusedDataException;
import io.tarn.trainer.dataset.VmRow;
import io.tarn.trainer.dataset.WorkloadRow;
import io.tarn.trainer.testing.TestData;
import io.tarn.trainer.testing.TestTraining;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TrainingRunTest {

  private static final Dataset DATA = TestData.of(150, 12_000, 1);
  private static final TrainedPair PAIR = TestTraining.train(DATA, 7);

  @Test
  void train_onDataWithStructure_keepsTheBudgetAndPools() {
    Figures figures = PAIR.manifest().evaluation();

    assertThat(PAIR.objected()).isEmpty();
    assertThat(figures.mispredictionPercent()).isLessThanOrEqualTo(4);
    // three of ten workloads are insensitive, four of five VMs say theirs, a day must have passed;
    // of the rest three eighths stay untouched
    assertThat(figures.liPercent()).isBetween(10.0, 40.0);
    assertThat(figures.umPercent()).isBetween(15.0, 40.0);
  }

  @Test
  void train_sameRowsInAnotherOrder_givesTheSameBytes() {
    List<VmRow> vms = new ArrayList<>(DATA.vms());
    List<WorkloadRow> workloads = new ArrayList<>(DATA.workloads());
    Collections.shuffle(vms, new Random(3));
    Collections.shuffle(workloads, new Random(3));

    TrainedPair again = TestTraining.train(new Dataset(workloads, vms, List.of()), 7);

    for (ArtifactPart part : ArtifactPart.values()) {
      assertThat(again.artifact().bytes(part)).isEqualTo(PAIR.artifact().bytes(part));
    }
  }

  @Test
  void train_anotherSeed_isAnotherPair() {
    TrainedPair other = TestTraining.train(DATA, 8);

    assertThat(other.manifest().pairId()).isNotEqualTo(PAIR.manifest().pairId());
    assertThat(other.artifact().bytes(ArtifactPart.FOREST))
        .isNotEqualTo(PAIR.artifact().bytes(ArtifactPart.FOREST));
  }

  @Test
  void train_whileABetterPairServes_isObjectedTo() {
    TrainingSettings timid =
        new TrainingSettings(
            5,
            4,
            0.999,
            TestTraining.SETTINGS.least(),
            TestTraining.SETTINGS.forest(),
            TestTraining.SETTINGS.boost(),
            "test");

    TrainedPair worse =
        TestTraining.run(timid)
            .train(182, DATA, 7, Optional.of(TestTraining.verified(PAIR)), stage -> {});

    assertThat(worse.serving()).isEqualTo(PAIR.manifest().evaluation());
    assertThat(worse.objected()).get().asString().contains("the serving pair puts");
  }

  @Test
  void train_shuffledSlowdowns_findsLittleToLearn() {
    List<Float> slowdowns =
        new ArrayList<>(DATA.workloads().stream().map(WorkloadRow::slowdownPercent).toList());
    Collections.shuffle(slowdowns, new Random(5));
    List<WorkloadRow> poisoned = new ArrayList<>();
    for (int i = 0; i < slowdowns.size(); i++) {
      WorkloadRow row = DATA.workloads().get(i);
      poisoned.add(
          new WorkloadRow(
              row.workloadId(), row.dayStartMillis(), row.features(), slowdowns.get(i)));
    }

    TrainedPair pair =
        TestTraining.run(TestTraining.SETTINGS)
            .train(
                182,
                new Dataset(poisoned, DATA.vms(), List.of()),
                7,
                Optional.empty(),
                stage -> {});

    assertThat(pair.manifest().calibration().liPercent())
        .isLessThan(PAIR.manifest().calibration().liPercent() / 2);
  }

  @Test
  void train_tooFew_isRefusedAsTooLittle() {
    tooLittle("needed are 3: one each", dataset(DATA.workloads(), firstDays(2)));
    tooLittle("no VM", dataset(DATA.workloads(), List.of()));
    tooLittle("workloads to fit the forest on: 0", dataset(List.of(), DATA.vms()));
    tooLittle("VMs to fit on", dataset(DATA.workloads(), every(DATA.vms(), 200)));
  }

  @Test
  void train_foldWithoutPositives_isRefusedAsTooLittle() {
    List<WorkloadRow> allSensitive =
        DATA.workloads().stream()
            .map(row -> new WorkloadRow(row.workloadId(), row.dayStartMillis(), row.features(), 50))
            .toList();

    tooLittle("insensitive workloads to fit on: 0", dataset(allSensitive, DATA.vms()));
  }

  @Test
  void train_stuckCounter_isRefusedAsBroken() {
    List<WorkloadRow> stuck =
        DATA.workloads().stream()
            .map(
                row -> {
                  List<Float> features = new ArrayList<>(row.features());
                  features.set(3, 0.25f);
                  return new WorkloadRow(
                      row.workloadId(), row.dayStartMillis(), features, row.slowdownPercent());
                })
            .toList();

    assertThatExceptionOfType(RefusedDataException.class)
        .isThrownBy(() -> TestTraining.train(dataset(stuck, DATA.vms()), 7))
        .withMessageContaining("counter backendBoundMean is 0.25 for every workload")
        .satisfies(e -> assertThat(e.isTooLittle()).isFalse());
  }

  @Test
  void train_manyRowsNotBelieved_isRefusedAsBroken() {
    List<String> dropped = Collections.nCopies(200, "line 7: touched_ever_mib is NaN");

    assertThatExceptionOfType(RefusedDataException.class)
        .isThrownBy(() -> TestTraining.train(new Dataset(DATA.workloads(), DATA.vms(), dropped), 7))
        .withMessageContaining("line 7");
  }

  private static void tooLittle(String reason, Dataset dataset) {
    assertThatExceptionOfType(RefusedDataException.class)
        .isThrownBy(() -> TestTraining.train(dataset, 7))
        .withMessageContaining(reason)
        .satisfies(e -> assertThat(e.isTooLittle()).isTrue());
  }

  private static Dataset dataset(List<WorkloadRow> workloads, List<VmRow> vms) {
    return new Dataset(workloads, vms, List.of());
  }

  private static List<VmRow> firstDays(int days) {
    return DATA.vms().stream().filter(vm -> vm.startedMillis() < days * TestData.DAY).toList();
  }

  private static List<VmRow> every(List<VmRow> vms, int nth) {
    List<VmRow> some = new ArrayList<>();
    for (int i = 0; i < vms.size(); i += nth) {
      some.add(vms.get(i));
    }
    return some;
  }
}
