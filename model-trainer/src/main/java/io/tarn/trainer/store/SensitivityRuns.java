package io.tarn.trainer.store;

import io.tarn.trainer.dataset.SensitivityRun;
import io.tarn.trainer.dataset.SensitivityStore;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Sensitivity runs in the trainer's schema; the newest of a workload and scenario counts. */
public final class SensitivityRuns implements SensitivityStore {

  private static final String PUT =
      """
      insert into sensitivity_run (workload_id, scenario, slowdown_percent)
      values (:workload, :scenario, :slowdown)
      on conflict (workload_id, scenario) do update
        set slowdown_percent = excluded.slowdown_percent, run_at = clock_timestamp()
      """;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;

  /**
   * @param jdbc on the trainer's schema
   * @param transactions of the same
   */
  public SensitivityRuns(JdbcClient jdbc, TransactionTemplate transactions) {
    this.jdbc = jdbc;
    this.transactions = transactions;
  }

  @Override
  public void put(List<SensitivityRun> runs) {
    transactions.executeWithoutResult(status -> runs.forEach(this::put));
  }

  private void put(SensitivityRun run) {
    jdbc.sql(PUT)
        .param("workload", run.workloadId())
        .param("scenario", run.scenario())
        .param("slowdown", run.slowdownPercent())
        .update();
  }
}
