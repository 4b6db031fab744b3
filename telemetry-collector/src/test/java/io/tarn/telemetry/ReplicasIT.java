package io.tarn.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.chassis.testing.TestDatabase;
import io.tarn.contracts.bus.AgentReport;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.db.ServiceSchema;
import io.tarn.telemetry.testing.Bus;
import io.tarn.telemetry.testing.Replica;
import io.tarn.telemetry.testing.Streams;
import io.tarn.telemetry.testing.Truth;
import io.tarn.telemetry.testing.WindowLines;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Replicas that come, go and are killed in the middle of a stream. */
class ReplicasIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long MINUTE = 60_000;
  private static final long BEGIN =
      (Instant.now().toEpochMilli() - Duration.ofHours(3).toMillis()) / MINUTE * MINUTE;

  private final TestDatabase database = TestDatabase.fresh();
  private final JdbcClient jdbc = JdbcClient.create(database.as(ServiceSchema.TELEMETRY));
  private final Truth truth = new Truth(5_000);

  @Test
  void windows_equalThoseComputedFromTheInput_afterAKillInTheMiddle(@TempDir Path directory)
      throws InterruptedException {
    List<HostPmuReport> stream = stream("kill-", 11);
    try (Bus bus = new Bus()) {
      bus.send(stream.subList(0, stream.size() / 2));
      Process first = Replica.process(database, "kill-it", directory.resolve("log"));
      try {
        Awaitility.await().atMost(PATIENCE).until(() -> !WindowLines.of(jdbc, "kill-").isEmpty());
        bus.send(stream.subList(stream.size() / 2, stream.size()));
      } finally {
        first.destroyForcibly().waitFor();
      }
      try (Replica second = Replica.start(database, "kill-it")) {
        awaitTruth("kill-");
        assertThat(second.get("/readyz").status()).isEqualTo(200);
      }
    }
  }

  @Test
  void windows_equalThoseComputedFromTheInput_whileReplicasComeAndGo() {
    List<HostPmuReport> stream = stream("swap-", 12);
    int third = stream.size() / 3;
    try (Bus bus = new Bus();
        Replica first = Replica.start(database, "swap-it")) {
      bus.send(stream.subList(0, third));
      try (Replica second = Replica.start(database, "swap-it")) {
        bus.send(stream.subList(third, 2 * third));
        first.stop();
        bus.send(stream.subList(2 * third, stream.size()));
        awaitTruth("swap-");
        assertThat(second.get("/readyz").status()).isEqualTo(200);
      }
    }
  }

  private void awaitTruth(String hostPrefix) {
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(WindowLines.of(jdbc, hostPrefix)).isEqualTo(truth.lines()));
  }

  private List<HostPmuReport> stream(String hostPrefix, long seed) {
    List<HostPmuReport> stream =
        Streams.of(seed, BEGIN, 4, 8).stream().map(one -> moved(one, hostPrefix)).toList();
    stream.forEach(truth::take);
    return stream;
  }

  private static HostPmuReport moved(HostPmuReport report, String hostPrefix) {
    AgentReport agent =
        report.getAgent().toBuilder().setHostId(hostPrefix + report.getAgent().getHostId()).build();
    return report.toBuilder().setAgent(agent).build();
  }
}
