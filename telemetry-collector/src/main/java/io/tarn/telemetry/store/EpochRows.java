package io.tarn.telemetry.store;

import io.tarn.contracts.bus.FrontEndEpoch;
import io.tarn.telemetry.frontend.EpochId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Epochs of front ends. */
final class EpochRows {

  // a partition of the bus has one reader at a time, and a front end one partition: what is there
  // stays, also when a repeat says that it ended at another time
  private static final String INSERT =
      """
      insert into front_end_epoch (front_end_id, incarnation, epoch, ended_at, body)
      select e.front_end_id, e.incarnation, e.epoch, to_timestamp(e.ended_millis / 1000.0), e.body
      from unnest(?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bytea[])
        as e (front_end_id, incarnation, epoch, ended_millis, body)
      where not exists (
        select from front_end_epoch known
        where known.front_end_id = e.front_end_id and known.incarnation = e.incarnation
          and known.epoch = e.epoch)
      on conflict do nothing
      """;
  private static final String NEWEST =
      """
      insert into front_end as f (front_end_id, incarnation, epoch, ended_millis, body)
      select * from unnest(?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bytea[])
      on conflict (front_end_id) do update set incarnation = excluded.incarnation,
        epoch = excluded.epoch, ended_millis = excluded.ended_millis, body = excluded.body,
        received_at = clock_timestamp()
      where (f.incarnation, f.epoch) < (excluded.incarnation, excluded.epoch)
      """;

  private final JdbcClient jdbc;

  EpochRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  void save(List<FrontEndEpoch> epochs) {
    Map<EpochId, FrontEndEpoch> once = new LinkedHashMap<>();
    epochs.forEach(epoch -> once.putIfAbsent(EpochId.of(epoch), epoch));
    Map<String, FrontEndEpoch> newest = new TreeMap<>();
    once.values().forEach(epoch -> newest.merge(epoch.getFrontEndId(), epoch, EpochRows::newer));
    insert(INSERT, new ArrayList<>(once.values()));
    insert(NEWEST, newest.values());
  }

  private void insert(String sql, Collection<FrontEndEpoch> epochs) {
    jdbc.sql(sql)
        .param(Columns.text(epochs, FrontEndEpoch::getFrontEndId))
        .param(Columns.longs(epochs, FrontEndEpoch::getIncarnation))
        .param(Columns.longs(epochs, FrontEndEpoch::getEpoch))
        .param(Columns.longs(epochs, FrontEndEpoch::getEndedAtMillis))
        .param(Columns.bytes(epochs, FrontEndEpoch::toByteArray))
        .update();
  }

  private static FrontEndEpoch newer(FrontEndEpoch one, FrontEndEpoch other) {
    Comparator<FrontEndEpoch> order =
        Comparator.comparingLong(FrontEndEpoch::getIncarnation)
            .thenComparingLong(FrontEndEpoch::getEpoch);
    return order.compare(other, one) > 0 ? other : one;
  }
}
