package io.tarn.telemetry.store;

import io.tarn.telemetry.batch.LostPartitionException;
import io.tarn.telemetry.batch.Move;
import io.tarn.telemetry.batch.Partition;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;

/** How far each partition was consumed. */
final class OffsetRows {

  private static final String FIND =
      """
      select o.topic, o.partition_no, o.next_offset from consumer_offset o
      join unnest(?::text[], ?::integer[]) as wanted (topic, partition_no)
        using (topic, partition_no)
      """;
  private static final String BEGIN =
      """
      insert into consumer_offset (topic, partition_no, next_offset) values (?, ?, ?)
      on conflict do nothing
      """;
  private static final String ADVANCE =
      """
      update consumer_offset o set next_offset = move.next
      from (
        select o.topic, o.partition_no, move.expected, move.next from consumer_offset o
        join unnest(?::text[], ?::integer[], ?::bigint[], ?::bigint[])
            as move (topic, partition_no, expected, next)
          using (topic, partition_no)
        order by o.topic, o.partition_no for update of o) move
      where o.topic = move.topic and o.partition_no = move.partition_no
        and o.next_offset = move.expected
      """;

  private final JdbcClient jdbc;

  OffsetRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  Map<Partition, Long> find(Set<Partition> partitions) {
    Map<Partition, Long> found = new HashMap<>();
    jdbc.sql(FIND)
        .param(Columns.text(partitions, Partition::topic))
        .param(Columns.ints(partitions, Partition::number))
        .query(
            row -> {
              found.put(
                  new Partition(row.getString("topic"), row.getInt("partition_no")),
                  row.getLong("next_offset"));
            });
    return found;
  }

  void begin(Partition partition, long offset) {
    jdbc.sql(BEGIN).param(partition.topic()).param(partition.number()).param(offset).update();
  }

  /**
   * Moves every partition from where its reader knows it.
   *
   * @throws LostPartitionException when one of them is elsewhere
   */
  void advance(Map<Partition, Move> moves) {
    int moved =
        jdbc.sql(ADVANCE)
            .param(Columns.text(moves.keySet(), Partition::topic))
            .param(Columns.ints(moves.keySet(), Partition::number))
            .param(Columns.longs(moves.values(), Move::expected))
            .param(Columns.longs(moves.values(), Move::next))
            .update();
    if (moved != moves.size()) {
      throw new LostPartitionException(moves.toString());
    }
  }
}
