package io.tarn.db;

import static io.tarn.db.PoolRows.assign;
import static io.tarn.db.PoolRows.grant;
import static io.tarn.db.PoolRows.move;
import static io.tarn.db.PoolRows.releasing;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.util.PSQLException;

/** What the rows of operations refuse, whatever the pool manager asks. */
class OperationRowsIT {

  private static final List<String> STATES =
      List.of("PENDING", "RUNNING", "DONE", "FAILED", "EXPIRED", "CANCELLED");

  private static final DatabaseTarget DATABASE = TestServer.migratedDatabase();

  private Session pool;

  /** Hosts h1 and h2 have booted, and grant vm1.1 of 1 GiB is online on h1. */
  @BeforeEach
  void online() throws SQLException {
    TestServer.empty(DATABASE, "pool.pool", "pool.host", "pool.vm_attempt");
    pool = Session.of(DATABASE, ServiceSchema.POOL);
    PoolRows.wire(pool);
    pool.run(booted("h1", 1), booted("h2", 1));
    PoolRows.bringTo(pool, "ONLINE");
    pool.run(move("vm1.1", "ONLINE"));
  }

  @AfterEach
  void close() throws SQLException {
    pool.close();
  }

  static Stream<Arguments> pairs() {
    return STATES.stream().flatMap(from -> STATES.stream().map(to -> Arguments.of(from, to)));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void move_onlyUntilItHasEnded(String from, String to) throws SQLException {
    pool.run(copy("o1"));
    passDeadlines();
    if (!"PENDING".equals(from)) {
      pool.run(moved(from));
    }
    if (!List.of("PENDING", "RUNNING").contains(from)) {
      pool.refused("operation_end_is_final", moved(to));
    } else if ("RUNNING".equals(from) && "PENDING".equals(to)) {
      pool.refused("operation_moves_legally", moved(to));
    } else {
      pool.run(moved(to));
      assertThat(pool.value("select state from operation")).isEqualTo(to);
      assertThat(pool.value("select started_at is not null from operation"))
          .isEqualTo(List.of(from, to).contains("RUNNING") ? "t" : "f");
    }
  }

  private static String moved(String state) {
    return "update operation set state = '"
        + state
        + switch (state) {
          case "DONE" -> "', done_mib = 1024";
          case "FAILED" -> "', cause = 'pinned'";
          case "CANCELLED" -> "', cancel_asked_at = now()";
          default -> "'";
        };
  }

  @Test
  void deadline_isTheDatabasesOwn() throws SQLException {
    pool.run(copy("o1"));
    assertThat(
            pool.value("select extract(epoch from deadline_at - created_at)::int from operation"))
        .isEqualTo("60");
    pool.refused("operation_expires_after_deadline", moved("EXPIRED"));
    pool.denied("update operation set deadline_at = now()");
    pool.denied("update operation set ended_at = now()");
    passDeadlines();
    pool.run(moved("EXPIRED"));
    assertThat(pool.value("select ended_at is not null from operation")).isEqualTo("t");
  }

  @Test
  void order_stays() {
    for (String column :
        List.of("kind", "vm_id", "grant_id", "pool_id", "host_id", "operation_id", "memory_mib")) {
      pool.denied("update operation set " + column + " = " + column);
    }
    pool.denied("delete from operation");
    pool.denied("insert into operation (host_id, operation_id, state) values ('h1', 'o', 'DONE')");
  }

  @Test
  void vm_hasOneUnfinishedOperation() throws SQLException {
    pool.run(copy("o1"));
    pool.refused("operation_pk", copy("o1"));
    pool.refused("operation_unfinished_once", copy("o2"));
    pool.run(moved("RUNNING"));
    pool.refused("operation_unfinished_once", copy("o2"));
    pool.run(moved("DONE"));
    pool.run(copy("o2"));
    assertThat(pool.column("select operation_id from operation where ended_at is null"))
        .containsExactly("o2");
  }

  @Test
  void progress_neverFalls_andAnEndIsWhole() throws SQLException {
    pool.run(copy("o1"), "update operation set state = 'RUNNING', done_mib = 512");
    pool.refused("operation_done_rises", "update operation set done_mib = 511");
    pool.refused("operation_done_in_range", "update operation set done_mib = 1025");
    pool.refused("operation_done_is_whole", "update operation set state = 'DONE'");
    pool.refused("operation_cause_fits_state", "update operation set state = 'FAILED'");
    pool.refused("operation_cause_fits_state", "update operation set cause = 'why'");
    pool.refused("operation_cause_fits_state", moved("DONE") + ", cause = 'why'");
    pool.refused("operation_cancelled_when_asked", "update operation set state = 'CANCELLED'");
    pool.run("update operation set cancel_asked_at = now(), cause = 'grant-withdrawn'");
    pool.refused("operation_stays_called_off", "update operation set cancel_asked_at = null");
    pool.run("update operation set state = 'CANCELLED'");
  }

  @ParameterizedTest
  @CsvSource({
    "kind, 'FREEZE', operation_kind_known",
    "vm_id, 'vm2', operation_of_its_vm",
    "vm_id, 'vm', operation_of_its_vm",
    "grant_id, 'vm1.9', operation_on_its_grant",
    "host_id, 'h2', operation_on_its_grant",
    "kind, 'MIGRATE', operation_target_fits_kind",
    "kind, 'ATTACH', operation_memory_fits_kind",
    "memory_mib, null, operation_memory_fits_kind",
    "memory_mib, 0, operation_memory_fits_kind",
    "memory_mib, 33554433, operation_memory_fits_kind",
    "deadline_millis, 999, operation_deadline_in_range",
    "deadline_millis, 86400001, operation_deadline_in_range",
    "target_host_id, 'h2', operation_target_fits_kind"
  })
  void order_thatDoesNotFit_isRefused(String column, String value, String constraint) {
    pool.refused(constraint, order(column, quoted(value)));
  }

  @Test
  void migration_goesElsewhere() throws SQLException {
    pool.refused("operation_goes_elsewhere", migrate("o1", "h1", "null"));
    pool.refused("operation_target_is_live", migrate("o1", "h2", "'vm1.1'"));
    pool.refused("operation_target_known", migrate("o1", "h2", "'vm1.2'"));
    pool.run(migrate("o1", "h2", "null"));
  }

  @Test
  void migration_leavesWhatIsOnItsWayBack() throws SQLException {
    pool.run(
        move("vm1.1", "RELEASING"),
        releasing(),
        grant("vm1", 2, "h2", 1),
        assign(1, "vm1.2", "h2"));
    pool.refused("operation_grant_is_live", copy("o1"));
    pool.refused("operation_grant_is_live", migrate("o1", "h2", "null"));
    pool.refused("operation_target_is_live", migrate("o1", "h3", "'vm1.2'"));
    pool.run(migrate("o1", "h2", "'vm1.2'"));
    pool.refused("memory_grant_leaves_no_operation", move("vm1.2", "RELEASING"));
    pool.run(
        move("vm1.2", "RELEASING"),
        "update slice set state = 'RELEASING' where grant_id = 'vm1.2'",
        "update operation set cancel_asked_at = now(), cause = 'grant-withdrawn'");
  }

  @Test
  void attaching_needsEverySliceOnline() throws SQLException {
    String attach = copy("o1").replace("'COPY'", "'ATTACH'").replace("1024", "null");
    pool.run(move("vm1.1", "GRANTED"));
    pool.refused("operation_attaches_online", attach);
    pool.run(move("vm1.1", "ONLINE"));
    pool.run(attach, "update operation set state = 'DONE'");
  }

  @Test
  void host_mustBeUp() throws SQLException {
    String other = copy("o1").replace("'h1'", "'h3'").replace("vm1", "vm3");
    pool.run(PoolRows.host("h3"), PoolRows.port("p1", "h3", 3));
    pool.run(grant("vm3", 1, "h3", 1), assign(3, "vm3.1", "h3"));
    pool.refused("operation_host_is_up", other);
    pool.run(booted("h3", 1));
    pool.run(other);
  }

  @Test
  void bootFenceAndFailure_leaveNone() throws SQLException {
    pool.run(copy("o1"), moved("RUNNING"));
    pool.refused("host_leaves_no_operation", booted("h1", 2));
    pool.run(booted("h1", 1));
    pool.refused("memory_grant_leaves_no_operation", move("vm1.1", "RELEASING"), releasing());
    pool.refused(
        "pool_failed_leaves_no_operation",
        PoolRows.failed(),
        move("vm1.1", "LOST"),
        PoolRows.allLost(),
        "update operation set cancel_asked_at = now()");
    pool.refused(
        "host_leaves_no_operation",
        PoolRows.fenced("h1"),
        move("vm1.1", "RELEASING"),
        PoolRows.slice("state = 'QUARANTINED', fenced = true"),
        "update operation set cancel_asked_at = now()");
    pool.run(booted("h1", 2), moved("FAILED"));
  }

  @Test
  void orderAndBootInTwoTransactions_doNotPassEachOther() throws Exception {
    try (Session other = Session.of(DATABASE, ServiceSchema.POOL)) {
      pool.begin();
      pool.execute(copy("o1"));
      CompletableFuture<Object> boot =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  other.run(booted("h1", 2));
                  return "committed";
                } catch (PSQLException e) {
                  return String.valueOf(e.getServerErrorMessage().getConstraint());
                } catch (SQLException e) {
                  return e;
                }
              });
      awaitSomebodyWaiting();
      pool.commit();
      pool.rollback();
      assertThat(boot.get()).isEqualTo("host_leaves_no_operation");
    }
  }

  @Test
  void command_namesItsOperation() throws SQLException {
    pool.run(copy("o1"));
    String command =
        "insert into command (host_id, sequence, kind, grant_id, pool_id, slices, operation_id)"
            + " values ('h1', 1, 'OPERATE', 'vm1.1', 'p1', '[]', 'o1')";
    pool.refused("command_names_its_operation", command.replace("'o1'", "null"));
    pool.refused("command_names_its_operation", command.replace("OPERATE", "ONLINE"));
    pool.refused("command_of_operation", command.replace("'o1'", "'o2'"));
    pool.run(command, command.replace(" 1, 'OPERATE'", " 2, 'CANCEL'"));
  }

  private static String booted(String hostId, int number) {
    return ("update host set boot_id = 'b%2$d', booted_at_millis = %2$d, block_bytes = 134217728"
            + " where host_id = '%1$s'")
        .formatted(hostId, number);
  }

  private static String copy(String operationId) {
    return order("operation_id", "'" + operationId + "'");
  }

  private static String migrate(String operationId, String targetHost, String targetGrant) {
    return ("insert into operation (host_id, operation_id, kind, vm_id, grant_id, pool_id,"
            + " memory_mib, deadline_millis, target_host_id, target_grant_id) values ('h1', '%s',"
            + " 'MIGRATE', 'vm1', 'vm1.1', 'p1', 4096, 60000, '%s', %s)")
        .formatted(operationId, targetHost, targetGrant);
  }

  /** A good COPY of vm1 on h1 but for one column. */
  private static String order(String column, String value) {
    List<String> columns =
        List.of(
            "host_id",
            "operation_id",
            "kind",
            "vm_id",
            "grant_id",
            "pool_id",
            "memory_mib",
            "deadline_millis",
            "target_host_id");
    List<String> values =
        List.of("'h1'", "'o'", "'COPY'", "'vm1'", "'vm1.1'", "'p1'", "1024", "60000", "null");
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      all.append(i == 0 ? "" : ", ").append(columns.get(i).equals(column) ? value : values.get(i));
    }
    return "insert into operation (" + String.join(", ", columns) + ") values (" + all + ")";
  }

  private static String quoted(String value) {
    return value.matches("null|[0-9]+") ? value : "'" + value + "'";
  }

  /** Lets every deadline pass, by the hand of the administrator. */
  private static void passDeadlines() throws SQLException {
    try (Connection administrator = DATABASE.connect();
        Statement statement = administrator.createStatement()) {
      statement.execute(
          "update pool.operation set deadline_at = clock_timestamp() - interval '1 second'");
    }
  }

  private static void awaitSomebodyWaiting() throws SQLException {
    try (Connection watcher = DATABASE.connect();
        Statement statement = watcher.createStatement()) {
      Awaitility.await()
          .until(
              () -> {
                try (ResultSet rows =
                    statement.executeQuery(
                        "select count(*) from pg_locks l join pg_database d on d.oid = l.database"
                            + " or l.database is null where not granted and d.datname ="
                            + " current_database()")) {
                  rows.next();
                  return rows.getInt(1) > 0;
                }
              });
    }
  }
}
