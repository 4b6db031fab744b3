package io.tarn.db;

import static io.tarn.db.HostRows.host;
import static io.tarn.db.HostRows.move;
import static io.tarn.db.HostRows.set;
import static io.tarn.db.HostRows.vm;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the rows of hosts and VMs refuse, whatever the scheduler asks. */
class HostRowsIT {

  private static final DatabaseTarget DATABASE = TestServer.migratedDatabase();

  private Session scheduler;

  @BeforeEach
  void declare() throws SQLException {
    TestServer.empty(DATABASE, "scheduler.host");
    scheduler = Session.of(DATABASE, ServiceSchema.SCHEDULER);
    scheduler.run(host("h1", 8, 16_384), host("h2", 8, 16_384));
  }

  @AfterEach
  void close() throws SQLException {
    scheduler.close();
  }

  @Test
  void host_neverHoldsMoreThanItHas() throws SQLException {
    scheduler.run(vm("a", "h1", 8, 1024));
    scheduler.refused("host_vcpus_not_exceeded", vm("b", "h1", 1, 1024));
    scheduler.run(vm("c", "h2", 1, 16_384));
    scheduler.refused("host_local_memory_not_exceeded", vm("d", "h2", 1, 1));
    // memory of a pool takes nothing of the host's
    scheduler.run(vm("e", "h2", 1, 0, 64));
    assertThat(used()).containsExactly("h1 8 1024", "h2 2 16384");
  }

  @Test
  void reserve_isNotForVms() throws SQLException {
    scheduler.run("update host set reserved_vcpus = 2, reserved_mib = 1024 where host_id = 'h1'");
    scheduler.refused("host_vcpus_not_exceeded", vm("a", "h1", 7, 1024));
    scheduler.refused("host_local_memory_not_exceeded", vm("a", "h1", 6, 15_361));
    scheduler.run(vm("a", "h1", 6, 15_360));
  }

  @Test
  void host_doesNotShrinkBelowItsUse() throws SQLException {
    scheduler.run(vm("a", "h1", 4, 8192));
    String where = " where host_id = 'h1'";
    scheduler.refused("host_vcpus_not_exceeded", "update host set vcpus = 3" + where);
    scheduler.refused("host_vcpus_not_exceeded", "update host set reserved_vcpus = 5" + where);
    scheduler.refused("host_local_memory_not_exceeded", "update host set local_mib = 8191" + where);
    scheduler.refused(
        "host_local_memory_not_exceeded", "update host set reserved_mib = 8193" + where);
    scheduler.refused("host_shape_positive", "update host set vcpus = 0 where host_id = 'h2'");
    scheduler.refused(
        "host_reserve_within_shape", "update host set reserved_vcpus = 9 where host_id = 'h2'");
    scheduler.run("update host set vcpus = 4, local_mib = 8192" + where);
  }

  @Test
  void use_isNotTheServicesToWrite() throws SQLException {
    scheduler.denied("update host set used_vcpus = 0");
    scheduler.denied("update host set used_local_mib = 0");
    scheduler.denied(
        "insert into host (host_id, vcpus, local_mib, reserved_vcpus, reserved_mib, pools, labels,"
            + " used_vcpus) values ('h3', 1, 1, 0, 0, '{}', '{}', 0)");
    scheduler.denied("delete from host");
    scheduler.denied("truncate host cascade");
    scheduler.denied("alter table vm disable trigger all");
  }

  @Test
  void move_replacesTheClaim() throws SQLException {
    scheduler.run(vm("a", "h1", 4, 8192));
    scheduler.run(move("a", "h2"));
    assertThat(used()).containsExactly("h1 0 0", "h2 4 8192");
    // shares that change on the spot replace as well
    scheduler.run(set("a", "attempt = 3, local_mib = 4096, pool_gib = 4, pool_id = 'p1'"));
    assertThat(used()).containsExactly("h1 0 0", "h2 4 4096");
  }

  @Test
  void move_toAFullHost_leavesBothAsTheyWere() throws SQLException {
    scheduler.run(vm("a", "h1", 4, 8192), vm("b", "h2", 5, 1024));
    scheduler.refused("host_vcpus_not_exceeded", move("a", "h2"));
    assertThat(used()).containsExactly("h1 4 8192", "h2 5 1024");
    scheduler.refused("vm_on_known_host", move("a", "h9"));
  }

  @Test
  void place_belongsToItsAttempt() throws SQLException {
    scheduler.run(vm("a", "h1", 4, 8192));
    String rule = "vm_place_belongs_to_attempt";
    scheduler.refused(rule, set("a", "host_id = 'h2'"));
    scheduler.refused(rule, set("a", "local_mib = 7168, pool_gib = 1, pool_id = 'p1'"));
    scheduler.run(move("a", "h2"));
    scheduler.refused("vm_attempt_rises", set("a", "attempt = 1, host_id = 'h1'"));
  }

  @Test
  void vm_isOneRowThatStays() throws SQLException {
    scheduler.run(vm("a", "h1", 4, 8192));
    scheduler.refused("vm_pk", vm("a", "h2", 4, 8192));
    scheduler.denied("delete from vm");
    scheduler.run(set("a", "state = 'DELETING'"));
    assertThat(used()).as("leaving is not having left").containsExactly("h1 4 8192", "h2 0 0");
    scheduler.run(set("a", "state = 'DELETED'"));
    assertThat(used()).containsExactly("h1 0 0", "h2 0 0");
    for (String state : List.of("PENDING", "PLACED", "READY", "DELETING")) {
      scheduler.refused("vm_moves_legally", set("a", "state = '" + state + "'"));
    }
    scheduler.refused("vm_pk", vm("a", "h2", 4, 8192));
  }

  @ParameterizedTest
  @CsvSource({
    "2048,  1024,  0, null, vm_memory_adds_up",
    "1024,  2048,  0, null, vm_memory_adds_up",
    "1024,     0,  0, null, vm_memory_adds_up",
    "1024,  2048, -1, null, vm_memory_adds_up",
    "1024, -1024,  2, 'p1', vm_memory_adds_up",
    "   0,     0,  0, null, vm_shape_positive",
    "1024,     0,  1, null, vm_pool_named_iff_used",
    "1024,  1024,  0, 'p1', vm_pool_named_iff_used",
  })
  void memory_addsUp(int memoryMib, int localMib, int poolGib, String pool, String constraint) {
    String poolId = "null".equals(pool) ? pool : "'" + pool + "'";
    scheduler.refused(
        constraint,
        ("insert into vm (vm_id, state, request, request_hash, policy, attempt, host_id, vcpus,"
                + " memory_mib, local_mib, pool_gib, pool_id) values ('a', 'PENDING', '{}', '\\x00',"
                + " 'all-local', 1, 'h1', 1, %d, %d, %d, %s)")
            .formatted(memoryMib, localMib, poolGib, poolId));
  }

  @Test
  void sixteenAtOnce_neverTakeMoreCoresThanThereAre() throws Exception {
    scheduler.run(host("full", 40, 1_000_000));
    assertThat(placedBySixteen("full", 1, 1)).isEqualTo(40);
    assertThat(used()).contains("full 40 40");
  }

  @Test
  void sixteenAtOnce_neverTakeMoreMemoryThanThereIs() throws Exception {
    scheduler.run(host("full", 1000, 40 * 256 + 255));
    assertThat(placedBySixteen("full", 1, 256)).isEqualTo(40);
    assertThat(used()).contains("full 40 10240");
  }

  private static int placedBySixteen(String hostId, int vcpus, int localMib) throws Exception {
    AtomicInteger placed = new AtomicInteger();
    Crew.run(
        DATABASE,
        ServiceSchema.SCHEDULER,
        16,
        1,
        (session, worker, random) -> {
          for (int i = 0; i < 5; i++) {
            if (Crew.attempt(session, vm("w" + worker + "-" + i, hostId, vcpus, localMib))) {
              placed.incrementAndGet();
            }
          }
        });
    return placed.get();
  }

  private List<String> used() throws SQLException {
    return scheduler.column(
        "select host_id || ' ' || used_vcpus || ' ' || used_local_mib from host order by host_id");
  }
}
