package io.tarn.trainer.store;

import io.tarn.contracts.InvalidField;
import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.trainer.dataset.Dataset;
import io.tarn.trainer.dataset.RefusedDataException;
import io.tarn.trainer.dataset.TrainingData;
import io.tarn.trainer.dataset.VmRow;
import io.tarn.trainer.dataset.WorkloadRow;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Rows from the views that the telemetry collector publishes, and our own sensitivity runs. */
public final class ViewTrainingData implements TrainingData {

  private static final String WORKLOADS =
      """
      select seen.workload_id, seen.day_start_millis, seen.features, run.slowdown_percent
      from telemetry.v_training_workload seen
      join sensitivity_run run on run.workload_id = seen.workload_id and run.scenario = :scenario
      where seen.feature_version = :version
      order by seen.workload_id, seen.day_start_millis
      """;
  private static final String VMS =
      """
      select vm_id, customer, vm_type, guest_os, region, workload, memory_mib, vcpus,
        started_millis, ended_millis, touched_ever_mib
      from telemetry.v_training_vm
      order by started_millis, vm_id
      """;

  private final JdbcClient jdbc;
  private final TransactionTemplate snapshot;

  /**
   * @param jdbc on the trainer's schema, with the right to read the views
   * @param transactions of the same
   */
  public ViewTrainingData(JdbcClient jdbc, PlatformTransactionManager transactions) {
    this.jdbc = jdbc;
    this.snapshot = new TransactionTemplate(transactions);
    this.snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    this.snapshot.setReadOnly(true);
  }

  @Override
  public Dataset read(int scenario) {
    try {
      return snapshot.execute(status -> readNow(scenario));
    } catch (BadSqlGrammarException e) {
      throw RefusedDataException.broken("the collector's views cannot be read: " + e.getMessage());
    }
  }

  private Dataset readNow(int scenario) {
    List<String> dropped = new ArrayList<>();
    List<WorkloadRow> workloads = new ArrayList<>();
    jdbc.sql(WORKLOADS)
        .param("scenario", scenario)
        .param("version", CounterFeatures.VERSION)
        .query(
            (RowCallbackHandler)
                row -> keep(row, "workload_id", ViewTrainingData::workload, workloads, dropped));
    List<VmRow> vms = new ArrayList<>();
    jdbc.sql(VMS)
        .query((RowCallbackHandler) row -> keep(row, "vm_id", ViewTrainingData::vm, vms, dropped));
    return new Dataset(workloads, vms, dropped);
  }

  private static <T> void keep(
      ResultSet row, String name, RowReader<T> reader, List<T> rows, List<String> dropped)
      throws SQLException {
    try {
      rows.add(reader.read(row));
    } catch (InvalidField e) {
      dropped.add(row.getString(name) + ": " + e.getMessage());
    }
  }

  private static WorkloadRow workload(ResultSet row) throws SQLException {
    Array features = row.getArray("features");
    return new WorkloadRow(
        row.getString("workload_id"),
        row.getLong("day_start_millis"),
        Arrays.asList((Float[]) features.getArray()),
        row.getFloat("slowdown_percent"));
  }

  private static VmRow vm(ResultSet row) throws SQLException {
    return new VmRow(
        row.getString("vm_id"),
        row.getString("customer"),
        row.getString("vm_type"),
        row.getString("guest_os"),
        row.getString("region"),
        row.getString("workload"),
        row.getLong("memory_mib"),
        row.getInt("vcpus"),
        row.getLong("started_millis"),
        row.getLong("ended_millis"),
        row.getLong("touched_ever_mib"));
  }

  @FunctionalInterface
  private interface RowReader<T> {

    T read(ResultSet row) throws SQLException;
  }
}
