package io.tarn.db;

import static io.tarn.db.HostRows.host;
import static io.tarn.db.HostRows.set;
import static io.tarn.db.HostRows.vm;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which VMs may be given up, and what stays of them. */
class RefusedRowsIT {

  private static final DatabaseTarget DATABASE = TestServer.migratedDatabase();

  private Session scheduler;

  @BeforeEach
  void declare() throws SQLException {
    TestServer.empty(DATABASE, "scheduler.host");
    scheduler = Session.of(DATABASE, ServiceSchema.SCHEDULER);
    scheduler.run(host("h1", 8, 16_384), vm("a", "h1", 4, 4096));
  }

  @AfterEach
  void close() throws SQLException {
    scheduler.close();
  }

  @Test
  void refused_holdsNothing_andComesBackByAnotherAttemptOnly() throws SQLException {
    scheduler.run(set("a", "state = 'REFUSED'"));
    assertThat(used()).containsExactly("0 0");
    scheduler.refused("vm_place_belongs_to_attempt", set("a", "state = 'PENDING'"));
    scheduler.run(set("a", "state = 'PENDING', attempt = 2, vcpus = 2, request_hash = '\\x01'"));
    assertThat(used()).containsExactly("2 4096");
  }

  @Test
  void acknowledged_isNeverRefused_norForgotten() throws SQLException {
    scheduler.run(set("a", "acknowledged = true"));
    scheduler.refused("vm_acknowledged_not_refused", set("a", "state = 'REFUSED'"));
    scheduler.refused("vm_stays_acknowledged", set("a", "state = 'REFUSED', acknowledged = false"));
    assertThat(used()).containsExactly("4 4096");
  }

  @Test
  void placed_isAcknowledged() throws SQLException {
    scheduler.refused("vm_placed_is_acknowledged", set("a", "state = 'PLACED'"));
    scheduler.refused("vm_placed_is_acknowledged", set("a", "state = 'READY'"));
    scheduler.run(set("a", "state = 'PLACED', acknowledged = true"));
    scheduler.refused("vm_moves_legally", set("a", "state = 'REFUSED', acknowledged = true"));
  }

  @Test
  void request_stays() throws SQLException {
    scheduler.refused("vm_request_stays", set("a", "request_hash = '\\x01'"));
    scheduler.refused(
        "vm_request_stays", set("a", "memory_mib = 5120, local_mib = 5120, attempt = 2"));
  }

  @Test
  void host_countsItsRevisions() throws SQLException {
    List<String> before = revisions();
    scheduler.run(vm("b", "h1", 1, 1024));
    scheduler.run("update host set cordoned = true");
    assertThat(Long.parseLong(revisions().get(0))).isEqualTo(Long.parseLong(before.get(0)) + 2);
    scheduler.denied("update host set revision = 1");
  }

  private List<String> revisions() throws SQLException {
    return scheduler.column("select revision::text from host");
  }

  private List<String> used() throws SQLException {
    return scheduler.column("select used_vcpus || ' ' || used_local_mib from host");
  }
}
