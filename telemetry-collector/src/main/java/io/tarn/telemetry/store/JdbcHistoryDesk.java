package io.tarn.telemetry.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tarn.contracts.HistoryKeys;
import io.tarn.contracts.bus.History;
import io.tarn.telemetry.history.Histories;
import io.tarn.telemetry.history.Histories.Past;
import io.tarn.telemetry.history.HistoryAnnouncer;
import io.tarn.telemetry.history.HistoryDesk;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Histories in PostgreSQL. */
public final class JdbcHistoryDesk implements HistoryDesk {

  private static final int MOST_STALE = 20_000;
  private static final String TAKE_STALE =
      """
      delete from history_stale where id in (select id from history_stale order by id limit ?)
      returning vm_id
      """;
  private static final String OWNERS =
      """
      select distinct customer, workload, ended_millis is not null as ended
      from vm where vm_id = any(?) and customer <> ''
      """;
  private static final String PAST =
      """
      select customer, vm_type, ended_millis,
        1 - touched_ever_mib::double precision / memory_mib as share
      from v_training_vm where customer = any(?)
      """;
  private static final String TOLD =
      "select record_key, body from history where record_key = any(?)";
  private static final String KEEP =
      """
      insert into history (record_key, customer, vm_type, workload, as_of_millis, body)
      select * from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::bytea[])
      on conflict (record_key) do update set as_of_millis = excluded.as_of_millis,
        body = excluded.body, told_at = clock_timestamp()
      """;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final HistoryAnnouncer announcer;
  private final WorkloadDays workloads;

  /** Through these. */
  public JdbcHistoryDesk(
      JdbcClient jdbc, TransactionTemplate transactions, HistoryAnnouncer announcer) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.announcer = announcer;
    this.workloads = new WorkloadDays(jdbc);
  }

  @Override
  public int refresh() {
    return Objects.requireNonNull(transactions.execute(status -> refreshed()));
  }

  private int refreshed() {
    Set<String> stale =
        new LinkedHashSet<>(jdbc.sql(TAKE_STALE).param(MOST_STALE).query(String.class).list());
    if (stale.isEmpty()) {
      return 0;
    }
    List<Owner> owners =
        jdbc.sql(OWNERS)
            .param(stale.toArray(String[]::new))
            .query(
                (row, n) ->
                    new Owner(
                        row.getString("customer"),
                        row.getString("workload"),
                        row.getBoolean("ended")))
            .list();
    Map<String, History> fresh = new TreeMap<>();
    untouched(owners).forEach(history -> fresh.put(HistoryKeys.of(history), history));
    workloads
        .of(owners.stream().filter(owner -> !owner.workload().isEmpty()).toList())
        .forEach(history -> fresh.put(HistoryKeys.of(history), history));
    fresh.values().removeAll(told(fresh));
    if (!fresh.isEmpty()) {
      keep(fresh);
      announcer.tell(List.copyOf(fresh.values()));
    }
    return fresh.size();
  }

  private List<History> untouched(List<Owner> owners) {
    String[] customers =
        owners.stream().filter(Owner::ended).map(Owner::customer).distinct().toArray(String[]::new);
    Map<List<String>, List<Past>> past = new HashMap<>();
    jdbc.sql(PAST)
        .param(customers)
        .query(
            row -> {
              Past vm = new Past(row.getLong("ended_millis"), row.getDouble("share"));
              String customer = row.getString("customer");
              String type = row.getString("vm_type");
              past.computeIfAbsent(List.of(customer, ""), key -> new ArrayList<>()).add(vm);
              if (!type.isEmpty()) {
                past.computeIfAbsent(List.of(customer, type), key -> new ArrayList<>()).add(vm);
              }
            });
    List<History> histories = new ArrayList<>();
    past.forEach((key, vms) -> histories.add(Histories.untouched(key.get(0), key.get(1), vms)));
    return histories;
  }

  /** Those that say nothing new. */
  private Collection<History> told(Map<String, History> fresh) {
    List<History> same = new ArrayList<>();
    jdbc.sql(TOLD)
        .param(fresh.keySet().toArray(String[]::new))
        .query(
            row -> {
              History history = fresh.get(row.getString("record_key"));
              if (history != null && history.equals(parsed(row.getBytes("body")))) {
                same.add(history);
              }
            });
    return same;
  }

  private void keep(Map<String, History> histories) {
    Collection<History> rows = histories.values();
    jdbc.sql(KEEP)
        .param(histories.keySet().toArray(String[]::new))
        .param(Columns.text(rows, history -> history.getKey().getCustomer()))
        .param(Columns.text(rows, history -> history.getKey().getVmType()))
        .param(Columns.text(rows, history -> history.getKey().getWorkload()))
        .param(Columns.longs(rows, History::getAsOfMillis))
        .param(Columns.bytes(rows, History::toByteArray))
        .update();
  }

  static History parsed(byte[] body) {
    try {
      return History.parseFrom(body);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a row of history is no history", e);
    }
  }

  /** Who a stale VM belongs to, and whether it has left. */
  record Owner(String customer, String workload, boolean ended) {}
}
