package io.tarn.trainer.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.chassis.testing.ServiceArguments;
import io.tarn.chassis.testing.TestBus;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.chassis.testing.TestJdbc;
import io.tarn.contracts.Topics;
import io.tarn.db.ServiceSchema;
import io.tarn.trainer.testing.CsvFiles;
import io.tarn.trainer.testing.TestData;
import io.tarn.trainer.testing.TestTraining;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnceIT {

  private final TestDatabase database = TestDatabase.fresh();
  @TempDir private Path directory;

  @Test
  void once_twice_promotesAndThenKeeps() throws IOException {
    // the announcement would wait for a topic that is not there
    TestBus.tail(Topics.MODELS).close();
    CsvFiles.write(TestData.of(120, 5_000, 3), directory);
    Files.writeString(directory.resolve("key.pem"), TestTraining.privateKeyPem());

    assertThat(once()).isZero();
    assertThat(once()).isEqualTo(10);

    try (TestJdbc trainer = new TestJdbc(database, ServiceSchema.TRAINER)) {
      assertThat(
              trainer
                  .client()
                  .sql("select state from training order by started_at")
                  .query(String.class)
                  .list())
          .containsExactly("PROMOTED", "KEPT");
      assertThat(
              trainer
                  .client()
                  .sql("select count(*) from model_pair where state = 'SERVING'")
                  .query(Long.class)
                  .single())
          .isEqualTo(1);
    }
  }

  private int once() {
    return TrainerService.once(
        ServiceArguments.of(
            database,
            ServiceSchema.TRAINER,
            "--tarn.training.once=182",
            "--tarn.training.data-directory=" + directory,
            "--tarn.training.signing-key-file=" + directory.resolve("key.pem"),
            "--tarn.training.budget-percent=6",
            "--tarn.training.confidence=0.9",
            "--tarn.training.least.judged-vms=50",
            "--tarn.training.least.fit-workloads=20",
            "--tarn.training.forest.trees=30",
            "--tarn.training.boost.trees=30"));
  }
}
