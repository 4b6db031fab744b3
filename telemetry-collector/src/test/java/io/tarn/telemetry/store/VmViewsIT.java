package io.tarn.telemetry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.chassis.testing.TestDatabase;
import io.tarn.chassis.testing.TestJdbc;
import io.tarn.db.ServiceSchema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the views say of a VM that the scheduler's clock saw live from 1,000 to 2,000. */
class VmViewsIT {

  private static final TestJdbc CONNECTIONS =
      new TestJdbc(TestDatabase.fresh(), ServiceSchema.TELEMETRY);
  private static final JdbcClient JDBC = CONNECTIONS.client();
  private static final long MINUTE = 60_000;
  private static final long NOON = 1_753_012_800_000L;
  private static int vms;

  @AfterAll
  static void stop() {
    CONNECTIONS.close();
  }

  @ParameterizedTest
  @CsvSource({
    // last scan, newest window, end: minutes after the start
    "60, 62, 62",
    "60, 59, 60",
    "60, 120, 120",
    "60, , 60",
  })
  void vm_livesFromItsStartToItsEnd_byItsHostsClock(long scan, @Nullable Long window, long end) {
    String vmId = leftVm();
    scanned(vmId, scan);
    seen(vmId, window);
    assertThat(distrust(vmId)).isEmpty();
    assertThat(lives(vmId)).isEqualTo(NOON + " " + (NOON + end * MINUTE));
  }

  @Test
  void vm_withAWindowLongAfterItsLastScan_isNoLabel() {
    String vmId = leftVm();
    scanned(vmId, 60);
    seen(vmId, 121L);
    assertThat(distrust(vmId)).isEqualTo("scan-before-end");
    assertThat(lives(vmId)).isEqualTo("none");
  }

  @Test
  void vm_thatTheSchedulerHasNotEnded_runs() {
    String vmId = vm("READY", null);
    scanned(vmId, 60);
    seen(vmId, 60L);
    assertThat(distrust(vmId)).isEqualTo("running");
    assertThat(lives(vmId)).isEqualTo("none");
  }

  private static String leftVm() {
    return vm("DELETED", 2_000L);
  }

  private static String vm(String state, @Nullable Long endedMillis) {
    String vmId = "vm-" + ++vms;
    JDBC.sql(
            """
            insert into vm (vm_id, last_sequence, state, vcpus, memory_mib, started_millis,
              ended_millis) values (?, 1, ?, 2, 4096, 1000, ?)
            """)
        .param(vmId)
        .param(state)
        .param(endedMillis)
        .update();
    return vmId;
  }

  private static void scanned(String vmId, long minute) {
    JDBC.sql(
            """
            insert into vm_memory (vm_id, taken_millis, host_id, uptime_millis, size_mib,
              covered_mib, touched_ever_mib, touched_since_last_scan_mib, mechanism, since_start,
              scans) values (?, ?, 'h', ?, 4096, 4096, 1024, 0, 'DAMON', true, 1)
            """)
        .params(vmId, NOON + minute * MINUTE, minute * MINUTE)
        .update();
  }

  private static void seen(String vmId, @Nullable Long minute) {
    if (minute != null) {
      JDBC.sql("insert into vm_seen values (?, ?)").params(vmId, NOON + minute * MINUTE).update();
    }
  }

  private static String distrust(String vmId) {
    return JDBC.sql("select distrust from v_vm_memory where vm_id = ?")
        .param(vmId)
        .query(String.class)
        .single();
  }

  /** Start and end in the trainer's view. */
  private static String lives(String vmId) {
    return JDBC.sql(
            "select started_millis || ' ' || ended_millis from v_training_vm where vm_id = ?")
        .param(vmId)
        .query(String.class)
        .optional()
        .orElse("none");
  }
}
