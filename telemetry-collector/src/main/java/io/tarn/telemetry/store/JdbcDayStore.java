package io.tarn.telemetry.store;

import io.tarn.telemetry.retention.DayStore;
import java.time.LocalDate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Partitions in PostgreSQL, through the functions that the schema offers for it. */
public final class JdbcDayStore implements DayStore {

  private static final String FORGET =
      "delete from report_mark where updated_at < clock_timestamp() - ? * interval '1 day'";
  // marks of agents that were started again; a report of theirs is older than what is believed
  private static final int MARK_DAYS = 60;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;

  /** Through these. */
  public JdbcDayStore(JdbcClient jdbc, TransactionTemplate transactions) {
    this.jdbc = jdbc;
    this.transactions = transactions;
  }

  @Override
  public void make(LocalDate day) {
    jdbc.sql("select make_day(?)").param(day).query((row, n) -> 0).list();
  }

  @Override
  public int drop(LocalDate rawBefore, LocalDate before) {
    Integer dropped =
        transactions.execute(
            status -> {
              jdbc.sql(FORGET).param(MARK_DAYS).update();
              return jdbc.sql("select drop_days(?, ?)")
                  .param(rawBefore)
                  .param(before)
                  .query(Integer.class)
                  .single();
            });
    return dropped == null ? 0 : dropped;
  }
}
