package io.tarn.telemetry.store;

import io.tarn.contracts.bus.CounterHistory;
import io.tarn.contracts.bus.History;
import io.tarn.contracts.bus.UntouchedHistory;
import io.tarn.telemetry.history.HistoryQueries;
import io.tarn.telemetry.history.HistoryView;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Looks at rows of histories. */
public final class JdbcHistoryQueries implements HistoryQueries {

  private static final String PAGE =
      """
      select record_key, body,
        (extract(epoch from clock_timestamp() - told_at) * 1000)::bigint as age_millis
      from history where customer = ? and record_key > ? order by record_key limit ?
      """;

  private final JdbcClient jdbc;

  /** Through this. */
  public JdbcHistoryQueries(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public List<KeyedHistory> histories(String customer, String after, int limit) {
    return jdbc.sql(PAGE)
        .param(customer)
        .param(after)
        .param(limit)
        .query(
            (row, n) ->
                new KeyedHistory(
                    row.getString("record_key"),
                    view(JdbcHistoryDesk.parsed(row.getBytes("body")), row.getLong("age_millis"))))
        .list();
  }

  private static HistoryView view(History history, long ageMillis) {
    UntouchedHistory untouched = history.getUntouched();
    CounterHistory counters = history.getCounters();
    boolean ofMemory = history.hasUntouched();
    return new HistoryView(
        absentIfEmpty(history.getKey().getVmType()),
        absentIfEmpty(history.getKey().getWorkload()),
        history.getAsOfMillis(),
        ofMemory ? untouched.getVms() : null,
        ofMemory
            ? List.of(
                untouched.getP05(), untouched.getP25(), untouched.getP50(), untouched.getP75())
            : null,
        ofMemory ? null : counters.getWindows(),
        ofMemory ? null : counters.getFeatureVersion(),
        ofMemory ? null : counters.getFeaturesList(),
        ageMillis);
  }

  private static @Nullable String absentIfEmpty(String text) {
    return text.isEmpty() ? null : text;
  }
}
