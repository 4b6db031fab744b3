package io.tarn.trainer.store;

import io.tarn.chassis.lease.Lease;
import io.tarn.chassis.lease.Leases;
import io.tarn.trainer.run.Stage;
import io.tarn.trainer.run.TrainingEnd;
import io.tarn.trainer.run.TrainingLog;
import io.tarn.trainer.run.TrainingRequest;
import io.tarn.trainer.run.TrainingState;
import io.tarn.trainer.run.TrainingView;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Trainings in the trainer's schema; a lease lets one run at a time. */
public final class JdbcTrainingLog implements TrainingLog {

  private static final String LEASE = "training";
  private static final String CLOSER = "closer";
  private static final String RUNS = "select exists (select from training where state = 'RUNNING')";
  private static final String CUT_OFF =
      """
      update training set state = 'FAILED', detail = 'cut off', ended_at = clock_timestamp()
      where state = 'RUNNING'
      """;
  private static final String BEGIN =
      """
      insert into training (training_id, scenario, seed, state, stage)
      values (:training, :scenario, :seed, 'RUNNING', 'READING')
      """;
  private static final String END =
      """
      update training set state = :state, stage = 'DONE', detail = :detail, pair_id = :pair,
        ended_at = clock_timestamp()
      where training_id = :training and state = 'RUNNING'
      """;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Leases leases;
  private final Duration length;

  /**
   * @param jdbc on the trainer's schema
   * @param transactions of the same
   * @param leases of the same
   * @param length how long a training may be silent before another may begin
   */
  public JdbcTrainingLog(
      JdbcClient jdbc, TransactionTemplate transactions, Leases leases, Duration length) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.leases = leases;
    this.length = length;
  }

  @Override
  public Optional<Ticket> begin(String trainingId, TrainingRequest request) {
    return leases.acquire(LEASE, trainingId, length).map(lease -> begun(lease, request));
  }

  @Override
  public void closeCutOff() {
    if (jdbc.sql(RUNS).query(Boolean.class).single()) {
      leases.acquire(LEASE, CLOSER, length).ifPresent(this::closeUnder);
    }
  }

  private void closeUnder(Lease lease) {
    try {
      transactions.executeWithoutResult(
          status -> {
            leases.guard(lease);
            jdbc.sql(CUT_OFF).update();
          });
    } finally {
      leases.release(lease);
    }
  }

  @Override
  public Optional<TrainingView> find(String trainingId) {
    return jdbc.sql("select * from training where training_id = ?")
        .param(trainingId)
        .query(JdbcTrainingLog::view)
        .optional();
  }

  private Ticket begun(Lease lease, TrainingRequest request) {
    transactions.executeWithoutResult(
        status -> {
          leases.guard(lease);
          jdbc.sql(CUT_OFF).update();
          jdbc.sql(BEGIN)
              .param("training", lease.holder())
              .param("scenario", request.scenario())
              .param("seed", request.seed())
              .update();
        });
    return new LeasedTicket(lease);
  }

  private static TrainingView view(ResultSet row, int number) throws SQLException {
    Timestamp ended = row.getTimestamp("ended_at");
    return new TrainingView(
        row.getString("training_id"),
        row.getInt("scenario"),
        row.getLong("seed"),
        TrainingState.valueOf(row.getString("state")),
        Stage.valueOf(row.getString("stage")),
        row.getString("detail"),
        row.getString("pair_id"),
        row.getTimestamp("started_at").toInstant(),
        ended == null ? null : ended.toInstant());
  }

  private final class LeasedTicket implements Ticket {

    private final Lease lease;

    LeasedTicket(Lease lease) {
      this.lease = lease;
    }

    @Override
    public void entered(Stage stage) {
      jdbc.sql("update training set stage = ? where training_id = ? and state = 'RUNNING'")
          .param(stage.name())
          .param(lease.holder())
          .update();
    }

    @Override
    public boolean renew() {
      return leases.renew(lease, length);
    }

    @Override
    public TrainingEnd end(Supplier<TrainingEnd> last) {
      TrainingEnd end =
          transactions.execute(
              status -> {
                leases.guard(lease);
                TrainingEnd written = last.get();
                write(written);
                return written;
              });
      leases.release(lease);
      return end;
    }

    private void write(TrainingEnd end) {
      jdbc.sql(END)
          .param("training", lease.holder())
          .param("state", end.state().name())
          .param("detail", end.detail())
          .param("pair", end.pairId(), java.sql.Types.VARCHAR)
          .update();
    }
  }
}
