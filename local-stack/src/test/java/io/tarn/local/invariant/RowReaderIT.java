package io.tarn.local.invariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.tarn.contracts.model.Hashes;
import io.tarn.contracts.placement.VmState;
import io.tarn.db.Migrations;
import io.tarn.db.ServiceSchema;
import io.tarn.local.invariant.Rows.HostRow;
import io.tarn.local.invariant.Rows.VmRow;
import io.tarn.local.port.LoopbackProbe;
import io.tarn.local.postgres.PostgresPrograms;
import io.tarn.local.postgres.PostgresServer;
import io.tarn.local.process.ProcessTable;
import io.tarn.local.supervise.Supervisor;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowReaderIT {

  @TempDir Path folder;

  private Supervisor supervisor;
  private PostgresServer server;

  @BeforeEach
  void startServer() throws Exception {
    supervisor = new Supervisor(new ProcessTable(folder.resolve("processes.json")));
    server =
        PostgresServer.prepare(
            PostgresPrograms.unpack(folder.resolve("programs")),
            folder.resolve("data"),
            folder.resolve("postgres.log"),
            new LoopbackProbe().any());
    supervisor.start(server.service());
    supervisor.awaitReady(PostgresServer.NAME);
    server.makeDatabase();
    Map<ServiceSchema, String> passwords = new EnumMap<>(ServiceSchema.class);
    for (ServiceSchema service : ServiceSchema.values()) {
      passwords.put(service, "secret");
    }
    new Migrations(server.admin()).migrate(passwords);
  }

  @AfterEach
  void stop() {
    supervisor.stop();
  }

  @Test
  void read_vmsInEveryStateThatTheStoreKnows() throws Exception {
    execute(
        "insert into scheduler.host (host_id, vcpus, local_mib, reserved_vcpus, reserved_mib,"
            + " pools, labels) values ('h', 8, 8192, 1, 1024, '{p}', '{}')",
        vm("kept", "PENDING", true),
        vm("told", "PENDING", true),
        vm("nobody-was-told", "PENDING", false),
        "update scheduler.vm set state = 'READY', ready_at = now() where vm_id = 'kept'",
        "update scheduler.vm set state = 'DELETING' where vm_id = 'told'",
        "update scheduler.vm set state = 'REFUSED' where vm_id = 'nobody-was-told'");
    Rows rows = new RowReader(server.admin()).read();
    assertThat(rows.hosts())
        .containsExactly(new HostRow("h", 8, 8192, 1, 1024, 2, 2048, List.of("p")));
    assertThat(rows.vms()).extracting(VmRow::vmId).containsExactly("kept", "told");
    assertThat(rows.vms())
        .extracting(VmRow::state)
        .containsExactly(VmState.READY, VmState.DELETING);
    assertThat(rows.vms()).extracting(VmRow::withdrawn).containsExactly(false, true);
  }

  @Test
  void read_telemetryAsTheCollectorKeepsIt() throws Exception {
    execute(
        "select telemetry.make_day('1970-01-01')",
        "insert into telemetry.consumer_offset values ('tarn.host.pmu', 2, 7)",
        "insert into telemetry.vm_window values ('vm', to_timestamp(60), 'h', 1, 2, 2000, 'thin', 0,"
            + " 0, array_fill(2, array[13]), array_fill(9, array[13]), array_fill(4, array[13]),"
            + " array_fill(5, array[13]), 1, '{}')",
        "insert into telemetry.vm_memory values ('vm', 2000, 'h', 1, 128, 127, 65, 3, 'DAMON', true,"
            + " 1)",
        "insert into telemetry.front_end_epoch values ('fe', 7, 1, to_timestamp(1), 'a'),"
            + " ('fe', 7, 1, to_timestamp(2), 'b')");
    Stored stored = new StoredReader(server.admin()).read();
    assertThat(stored.offsets()).containsExactly(entry(new TopicPartition("tarn.host.pmu", 2), 7L));
    assertThat(stored.windows()).containsOnlyKeys(new WindowKey("vm", "h", 60_000));
    WindowFigures row = stored.windows().values().iterator().next();
    assertThat(new WindowFigures(2, 2_000, all(2), all(9), all(4), all(5)).difference(row))
        .isEmpty();
    assertThat(stored.memory())
        .containsExactly(entry("vm", new Scan("h", 2_000, 1, 128, 127, 65, 3, "DAMON", true)));
    assertThat(stored.epochs())
        .containsExactly(
            entry(
                new EpochKey("fe", 7, 1),
                List.of(Hashes.sha256(new byte[] {'a'}), Hashes.sha256(new byte[] {'b'}))));
  }

  private static long[] all(long value) {
    long[] values = new long[WindowFigures.COUNTERS];
    Arrays.fill(values, value);
    return values;
  }

  private static String vm(String vmId, String state, boolean acknowledged) {
    return String.format(
        "insert into scheduler.vm (vm_id, state, request, request_hash, policy, attempt, host_id,"
            + " vcpus, memory_mib, local_mib, pool_gib, acknowledged)"
            + " values ('%s', '%s', '{}', '', 'all-local', 1, 'h', 1, 1024, 1024, 0, %s)",
        vmId, state, acknowledged);
  }

  private void execute(String... statements) throws Exception {
    try (Connection connection = server.admin().connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
