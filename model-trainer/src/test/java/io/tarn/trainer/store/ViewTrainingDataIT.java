package io.tarn.trainer.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.chassis.testing.TestDatabase;
import io.tarn.chassis.testing.TestJdbc;
import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.db.ServiceSchema;
import io.tarn.trainer.dataset.Dataset;
import io.tarn.trainer.dataset.RefusedDataException;
import io.tarn.trainer.dataset.SensitivityRun;
import io.tarn.trainer.dataset.VmRow;
import io.tarn.trainer.dataset.WorkloadRow;
import io.tarn.trainer.testing.TestData;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class ViewTrainingDataIT {

  private static final TestDatabase DATABASE = TestDatabase.fresh();
  private static final TestJdbc TRAINER = new TestJdbc(DATABASE, ServiceSchema.TRAINER);
  private static final JdbcClient ADMINISTRATOR = JdbcClient.create(DATABASE.asAdministrator());

  @AfterAll
  static void stop() {
    TRAINER.close();
  }

  @Test
  void read_rowsOfTheViews_areTheDataset() {
    ViewTrainingData data =
        new ViewTrainingData(
            TRAINER.client(),
            Objects.requireNonNull(TRAINER.transactions().getTransactionManager()));
    // the collector's own views, of which nothing is known yet
    assertThat(data.read(182)).isEqualTo(new Dataset(List.of(), List.of(), List.of()));
    hideViews();
    assertThatExceptionOfType(RefusedDataException.class)
        .isThrownBy(() -> data.read(182))
        .withMessageContaining("the collector's views cannot be read")
        .satisfies(e -> assertThat(e.isTooLittle()).isFalse());

    makeViews();
    Dataset expected = TestData.of(3, 40, 1);
    expected.workloads().forEach(ViewTrainingDataIT::insert);
    expected.vms().forEach(ViewTrainingDataIT::insert);
    SensitivityRuns runs = new SensitivityRuns(TRAINER.client(), TRAINER.transactions());
    runs.put(
        expected.workloads().stream()
            .map(row -> new SensitivityRun(row.workloadId(), 182, row.slowdownPercent()))
            .toList());

    assertThat(data.read(182)).isEqualTo(expected);
    assertThat(data.read(222).workloads()).isEmpty();
    assertThat(data.read(222).vms()).isEqualTo(expected.vms());

    // one that cannot be, and one of another version
    ADMINISTRATOR
        .sql("update telemetry.v_training_vm set touched_ever_mib = -1 where vm_id = 'vm-7'")
        .update();
    ADMINISTRATOR
        .sql(
            "update telemetry.v_training_workload set feature_version = 99 where day_start_millis ="
                + " 0")
        .update();
    Dataset damaged = data.read(182);
    assertThat(damaged.vms()).hasSize(39);
    assertThat(damaged.dropped())
        .singleElement()
        .asString()
        .startsWith("vm-7: touched_ever_mib is -1");
    assertThat(damaged.workloads()).hasSize(27);
  }

  private static void hideViews() {
    ADMINISTRATOR.sql("drop schema if exists telemetry cascade").update();
  }

  /** Tables with the columns of the views. */
  private static void makeViews() {
    for (String statement :
        List.of(
            "create schema telemetry",
            "grant usage on schema telemetry to tarn_trainer",
            "create table telemetry.v_training_workload (workload_id text, day_start_millis bigint,"
                + " feature_version integer, features real[])",
            "create table telemetry.v_training_vm (vm_id text, customer text, vm_type text,"
                + " guest_os text, region text, workload text, memory_mib bigint, vcpus integer,"
                + " started_millis bigint, ended_millis bigint, touched_ever_mib bigint)",
            "grant select on all tables in schema telemetry to tarn_trainer")) {
      ADMINISTRATOR.sql(statement).update();
    }
  }

  private static void insert(WorkloadRow row) {
    ADMINISTRATOR
        .sql("insert into telemetry.v_training_workload values (?, ?, ?, ?::real[])")
        .params(
            row.workloadId(),
            row.dayStartMillis(),
            CounterFeatures.VERSION,
            row.features().toString().replace('[', '{').replace(']', '}'))
        .update();
  }

  private static void insert(VmRow row) {
    ADMINISTRATOR
        .sql("insert into telemetry.v_training_vm values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .params(
            row.vmId(),
            row.customer(),
            row.vmType(),
            row.guestOs(),
            row.region(),
            row.workload(),
            row.memoryMiB(),
            row.vcpus(),
            row.startedMillis(),
            row.endedMillis(),
            row.touchedEverMiB())
        .update();
  }
}
