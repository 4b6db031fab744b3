package io.tarn.telemetry.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.chassis.outbox.JdbcOutbox;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.chassis.testing.TestJdbc;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.db.ServiceSchema;
import io.tarn.telemetry.batch.Batch;
import io.tarn.telemetry.batch.Heard;
import io.tarn.telemetry.batch.LostPartitionException;
import io.tarn.telemetry.batch.Move;
import io.tarn.telemetry.batch.Partition;
import io.tarn.telemetry.egress.OutboxAnnouncer;
import io.tarn.telemetry.retention.DayKeeper;
import io.tarn.telemetry.testing.Samples;
import io.tarn.telemetry.testing.Streams;
import io.tarn.telemetry.testing.Truth;
import io.tarn.telemetry.testing.WindowLines;
import io.tarn.telemetry.window.Closer;
import io.tarn.telemetry.window.WindowRules;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

class BatchStoreIT {

  private static final long NOON = 1_753_012_800_000L;
  private static final LocalDate DAY = LocalDate.of(2025, 7, 20);
  private static final Partition PARTITION = new Partition(Topics.HOST_PMU, 0);
  private static final int LATENESS_MILLIS = 5_000;

  private TestJdbc connections;
  private JdbcClient jdbc;
  private JdbcBatchStore store;
  private DayKeeper days;

  @BeforeEach
  void open() {
    connections = new TestJdbc(TestDatabase.fresh(), ServiceSchema.TELEMETRY);
    jdbc = connections.client();
    JdbcOutbox outbox = new JdbcOutbox(jdbc, JsonMapper.builder().build(), () -> {});
    store =
        new JdbcBatchStore(
            jdbc,
            connections.transactions(),
            new OutboxAnnouncer(outbox, Clock.systemUTC()),
            new Closer(new WindowRules(0.2, 30_000)),
            LATENESS_MILLIS);
    days = new DayKeeper(new JdbcDayStore(jdbc, connections.transactions()), 10, 30);
    days.need(LongStream.of(NOON));
  }

  @AfterEach
  void close() {
    connections.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void windows_equalThoseComputedFromTheInput(long seed) {
    Random random = new Random(seed);
    List<HostPmuReport> stream = Streams.of(seed, NOON, 3, 8);
    Truth truth = new Truth(LATENESS_MILLIS);
    store.begin(PARTITION, 0);
    int next = 0;
    while (next < stream.size()) {
      int from = next;
      int to = Math.min(stream.size(), next + 1 + random.nextInt(60));
      List<HostPmuReport> batch = stream.subList(from, to);
      if (random.nextInt(4) == 0) {
        // a reader that dies before its commit
        connections
            .transactions()
            .executeWithoutResult(
                status -> {
                  store.commit(batch(from, to, batch));
                  status.setRollbackOnly();
                });
      } else {
        store.commit(batch(from, to, batch));
        batch.forEach(truth::take);
        next = to;
      }
    }
    assertThat(WindowLines.of(jdbc, "h")).isEqualTo(truth.lines());
    assertThat(truth.lines()).hasSizeGreaterThan(10);
    assertThat(dayOfRows()).isEqualTo(dayOfWindows());
  }

  @Test
  void zombie_writesNothing() {
    assertThat(store.begin(PARTITION, 0)).isZero();
    store.commit(batch(0, 1, List.of(report(1, NOON + 30_000))));
    // it has read more than the other, from where both began
    assertThatExceptionOfType(LostPartitionException.class)
        .isThrownBy(
            () ->
                store.commit(
                    batch(0, 2, List.of(report(1, NOON + 30_000), report(2, NOON + 125_000)))));
    assertThat(store.offsets(Set.of(PARTITION))).containsExactly(Map.entry(PARTITION, 1L));
    assertThat(jdbc.sql("select count(*) from minute_samples").query(Long.class).single())
        .isEqualTo(1);
    assertThat(jdbc.sql("select count(*) from outbox").query(Long.class).single()).isZero();
    store.commit(batch(1, 2, List.of(report(2, NOON + 125_000))));
    assertThat(WindowLines.of(jdbc, "h1"))
        .singleElement()
        .asString()
        .startsWith("vm1 h1 " + NOON + " r1 n1 ");
    assertThat(jdbc.sql("select count(*) from outbox").query(Long.class).single()).isEqualTo(1);
  }

  @Test
  void lostPartition_takesTheOthersOfTheBatchWithIt() {
    Partition other = new Partition(Topics.HOST_PMU, 1);
    store.begin(PARTITION, 0);
    store.begin(other, 5);
    Batch batch =
        new Batch(
            Map.of(PARTITION, new Move(0, 1), other, new Move(4, 6)),
            List.of(heard(report(1, NOON + 30_000))));
    assertThatExceptionOfType(LostPartitionException.class).isThrownBy(() -> store.commit(batch));
    assertThat(store.offsets(Set.of(PARTITION, other)))
        .containsOnly(Map.entry(PARTITION, 0L), Map.entry(other, 5L));
  }

  @Test
  void partition_beginsOnce() {
    assertThat(store.begin(PARTITION, 3)).isEqualTo(3);
    assertThat(store.begin(PARTITION, 9)).isEqualTo(3);
  }

  @Test
  void days_areDroppedWhenTheyAreNoLongerKept() {
    store.begin(PARTITION, 0);
    store.commit(batch(0, 2, List.of(report(1, NOON + 30_000), report(2, NOON + 125_000))));
    // samples are kept for 10 days, windows for 30
    days.keep(DAY.plusDays(10));
    assertThat(count("minute_samples")).isEqualTo(2);
    days.keep(DAY.plusDays(11));
    assertThat(count("minute_samples")).isZero();
    assertThat(count("vm_window")).isEqualTo(1);
    days.keep(DAY.plusDays(30));
    assertThat(count("vm_window")).isEqualTo(1);
    days.keep(DAY.plusDays(31));
    assertThat(count("vm_window")).isZero();
    assertThat(jdbc.sql("select days() order by 1").query(LocalDate.class).list())
        .contains(DAY.plusDays(31), DAY.plusDays(33))
        .doesNotContain(DAY);
  }

  private long count(String table) {
    return jdbc.sql("select count(*) from " + table).query(Long.class).single();
  }

  private List<String> dayOfRows() {
    return jdbc.sql(
            """
            select vm_id || ' ' || windows || ' ' || round(feature_sums[1]::numeric, 3)
            from vm_day where windows > 0 order by vm_id
            """)
        .query(String.class)
        .list();
  }

  private List<String> dayOfWindows() {
    return jdbc.sql(
            """
            select vm_id || ' ' || count(*) || ' '
              || round(sum(features[1]::double precision)::numeric, 3)
            from vm_window where distrust = '' group by vm_id order by vm_id
            """)
        .query(String.class)
        .list();
  }

  private static Batch batch(long from, long to, List<HostPmuReport> reports) {
    return new Batch(
        Map.of(PARTITION, new Move(from, to)), reports.stream().map(BatchStoreIT::heard).toList());
  }

  private static Heard heard(HostPmuReport report) {
    return new Heard.Pmu(report, report.toByteString());
  }

  private static HostPmuReport report(long sequence, long takenAt) {
    return Samples.report(
        "h1", sequence, List.of(Samples.sample("vm1", takenAt, 30_000, 1000).build()));
  }
}
