package io.tarn.telemetry.store;

import com.google.protobuf.ByteString;
import io.tarn.chassis.outbox.JdbcOutbox;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.chassis.testing.TestJdbc;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.db.ServiceSchema;
import io.tarn.telemetry.batch.Batch;
import io.tarn.telemetry.batch.Heard;
import io.tarn.telemetry.batch.Move;
import io.tarn.telemetry.batch.Partition;
import io.tarn.telemetry.egress.OutboxAnnouncer;
import io.tarn.telemetry.retention.DayKeeper;
import io.tarn.telemetry.testing.Samples;
import io.tarn.telemetry.window.Closer;
import io.tarn.telemetry.window.WindowRules;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/**
 * How many samples of VMs a second one reader commits: bytes of reports to windows and events in
 * the outbox, on a durable PostgreSQL, without the bus. Arguments: seconds between samples, hosts,
 * VMs of each, minutes.
 */
final class ThroughputBench {

  private static final long NOON = 1_753_012_800_000L;
  private static final Partition PARTITION = new Partition(Topics.HOST_PMU, 0);
  private static final int REPORTS_OF_A_BATCH = 1000;

  private ThroughputBench() {}

  public static void main(String[] arguments) throws Exception {
    int seconds = Integer.parseInt(arguments[0]);
    int hosts = Integer.parseInt(arguments[1]);
    int vms = Integer.parseInt(arguments[2]);
    int minutes = Integer.parseInt(arguments[3]);
    try (TestJdbc connections = new TestJdbc(TestDatabase.fresh(), ServiceSchema.TELEMETRY)) {
      JdbcClient jdbc = connections.client();
      JdbcBatchStore store =
          new JdbcBatchStore(
              jdbc,
              connections.transactions(),
              new OutboxAnnouncer(
                  new JdbcOutbox(jdbc, JsonMapper.builder().build(), () -> {}), Clock.systemUTC()),
              new Closer(new WindowRules(0.2, 30_000)),
              5_000);
      new DayKeeper(new JdbcDayStore(jdbc, connections.transactions()), 10, 30)
          .need(LongStream.of(NOON, NOON + 86_400_000L));
      store.begin(PARTITION, 0);
      List<byte[]> stream = stream(seconds, hosts, vms, minutes);
      long began = System.nanoTime();
      long samples = 0;
      for (int from = 0; from < stream.size(); from += REPORTS_OF_A_BATCH) {
        int to = Math.min(stream.size(), from + REPORTS_OF_A_BATCH);
        List<Heard> heard = new ArrayList<>();
        for (byte[] payload : stream.subList(from, to)) {
          heard.add(new Heard.Pmu(HostPmuReport.parseFrom(payload), ByteString.copyFrom(payload)));
        }
        samples += store.commit(new Batch(Map.of(PARTITION, new Move(from, to)), heard)).samples();
      }
      double took = (System.nanoTime() - began) / 1e9;
      System.out.printf(
          "%d samples, %d windows in %.1f s: %.0f samples/s%n",
          samples,
          jdbc.sql("select count(*) from vm_window").query(Long.class).single(),
          took,
          samples / took);
    }
    System.exit(0);
  }

  private static List<byte[]> stream(int seconds, int hosts, int vms, int minutes) {
    List<byte[]> stream = new ArrayList<>();
    for (int tick = 1; tick <= minutes * 60 / seconds; tick++) {
      for (int host = 0; host < hosts; host++) {
        List<VmPmuSample> samples = new ArrayList<>();
        for (int vm = 0; vm < vms; vm++) {
          samples.add(
              Samples.sample(
                      "h" + host + "-vm" + vm,
                      NOON + 1000L * tick * seconds,
                      seconds * 1000,
                      100_000_000L + 1_000L * tick + vm)
                  .build());
        }
        stream.add(Samples.report("h" + host, tick, samples).toByteArray());
      }
    }
    return stream;
  }
}
