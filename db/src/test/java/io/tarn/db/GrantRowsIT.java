package io.tarn.db;

import static io.tarn.db.PoolRows.assign;
import static io.tarn.db.PoolRows.attempt;
import static io.tarn.db.PoolRows.bringTo;
import static io.tarn.db.PoolRows.free;
import static io.tarn.db.PoolRows.grant;
import static io.tarn.db.PoolRows.move;
import static io.tarn.db.PoolRows.releasing;
import static io.tarn.db.PoolRows.slice;
import static io.tarn.db.PoolRows.then;
import static io.tarn.db.PoolRows.tombstone;
import static io.tarn.db.PoolRows.walk;
import static io.tarn.db.PoolRows.wayTo;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;

/** What the rows of grants refuse, whatever the pool manager asks. */
class GrantRowsIT {

  private static final List<String> STATES =
      List.of("GRANTED", "ONLINE", "RELEASING", "RELEASED", "LOST", "WITHDRAWN");

  private static final Set<String> ARROWS =
      Set.of(
          "GRANTED ONLINE",
          "ONLINE GRANTED",
          "GRANTED RELEASING",
          "ONLINE RELEASING",
          "RELEASING RELEASED",
          "GRANTED LOST",
          "ONLINE LOST",
          "LOST RELEASED");

  private static final DatabaseTarget DATABASE = TestServer.migratedDatabase();

  private Session pool;

  @BeforeEach
  void wire() throws SQLException {
    TestServer.empty(DATABASE, "pool.pool", "pool.host", "pool.vm_attempt");
    pool = Session.of(DATABASE, ServiceSchema.POOL);
    PoolRows.wire(pool);
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
  void move_onlyAlongAnArrow(String from, String to) throws SQLException {
    walk(pool, wayToGrant(from));
    if (from.equals(to) || ARROWS.contains(from + " " + to)) {
      // what the slice does meanwhile is not judged here
      List<String> empty =
          "RELEASED".equals(to) && !from.equals(to)
              ? Stream.concat(
                      "LOST".equals(from)
                          ? Stream.of(PoolRows.replaced(), PoolRows.renewed())
                          : Stream.of(PoolRows.offlining(), PoolRows.scrubbing()),
                      Stream.of(free(), move("vm1.1", to)))
                  .toList()
              : List.of(move("vm1.1", to));
      pool.run(empty.toArray(String[]::new));
      assertThat(pool.value("select state from memory_grant")).isEqualTo(to);
    } else {
      pool.refused("memory_grant_moves_legally", move("vm1.1", to));
    }
  }

  private static List<String> wayToGrant(String state) {
    return switch (state) {
      case "GRANTED" -> wayTo("ASSIGNED");
      case "ONLINE" -> then(wayTo("ONLINE"), move("vm1.1", "ONLINE"));
      case "RELEASING" -> wayTo("RELEASING");
      case "LOST" -> wayTo("LOST");
      case "RELEASED" -> then(wayTo("SCRUBBING"), free(), move("vm1.1", "RELEASED"));
      case "WITHDRAWN" -> List.of(tombstone("vm1", 1));
      default -> throw new IllegalArgumentException(state);
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"RELEASED", "WITHDRAWN", "RELEASING", "LOST"})
  void grantThatIsOver_neverComesToLife(String state) throws SQLException {
    walk(pool, wayToGrant(state));
    for (String live : List.of("GRANTED", "ONLINE")) {
      pool.refused("memory_grant_moves_legally", move("vm1.1", live));
      pool.refused(
          "memory_grant_moves_legally",
          "update memory_grant set state = '"
              + live
              + "', pool_id = 'p1', host_id = 'h1', size_gib = 1");
    }
    pool.refused("memory_grant_pk", grant("vm1", 1, "h1", 1));
    pool.denied("delete from memory_grant");
    pool.denied("truncate memory_grant");
    pool.denied("delete from vm_attempt");
  }

  @Test
  void grant_repeated_isOne() throws SQLException {
    bringTo(pool, "ASSIGNED");
    pool.refused("memory_grant_pk", grant("vm1", 1, "h1", 1));
    // under another name
    pool.refused(
        "memory_grant_named_by_attempt", grant("vm1", 2, "h1", 1).replace("'vm1.2'", "'vm1.1b'"));
  }

  @Test
  void grant_keepsItsPlaceAndSize() throws SQLException {
    bringTo(pool, "ASSIGNED");
    for (String change :
        List.of(
            "host_id = 'h2'",
            "size_gib = 2",
            "attempt = 2",
            "grant_id = 'vm1.2', attempt = 2",
            "pool_id = null, host_id = null, size_gib = null")) {
      pool.refused("memory_grant_moves_legally", "update memory_grant set " + change);
    }
  }

  @Test
  void vm_hasOneLiveGrant() throws SQLException {
    bringTo(pool, "ONLINE");
    pool.refused("memory_grant_live_once", grant("vm1", 2, "h2", 1), assign(1, "vm1.2", "h2"));
    // released and replaced in one transaction
    pool.run(
        move("vm1.1", "RELEASING"),
        releasing(),
        grant("vm1", 2, "h2", 1),
        assign(1, "vm1.2", "h2"));
    assertThat(
            pool.column("select grant_id from memory_grant where state in ('GRANTED', 'ONLINE')"))
        .containsExactly("vm1.2");
  }

  @Test
  void olderAttempt_isRefused() throws SQLException {
    pool.run(attempt("vm1", 3));
    pool.refused("memory_grant_is_newest", grant("vm1", 2, "h1", 1), assign(0, "vm1.2", "h1"));
    pool.refused("vm_attempt_rises", "update vm_attempt set attempt = 2 where vm_id = 'vm1'");
    // the note that an older one was withdrawn is welcome, and makes nothing newer
    pool.run(tombstone("vm1", 2));
    assertThat(pool.value("select attempt from vm_attempt")).isEqualTo("3");
    pool.run(grant("vm1", 3, "h1", 1), assign(0, "vm1.3", "h1"));
    pool.refused("memory_grant_is_newest", grant("vm1", 1, "h1", 1), assign(1, "vm1.1", "h1"));
  }

  @Test
  void newerAttempt_isKnownByItsGrantAlone() throws SQLException {
    pool.run(tombstone("vm1", 5));
    assertThat(pool.value("select attempt from vm_attempt")).isEqualTo("5");
    pool.refused("memory_grant_is_newest", grant("vm1", 4, "h1", 1), assign(0, "vm1.4", "h1"));
  }

  @Test
  void olderAttemptInAnotherTransaction_doesNotPassTheNewer() throws Exception {
    pool.run(attempt("vm1", 1));
    try (Session other = Session.of(DATABASE, ServiceSchema.POOL)) {
      pool.begin();
      pool.execute(tombstone("vm1", 2));
      CompletableFuture<Object> older =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  other.run(grant("vm1", 1, "h1", 1), assign(0, "vm1.1", "h1"));
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
      assertThat(older.get()).isEqualTo("memory_grant_is_newest");
    }
  }

  private void awaitSomebodyWaiting() throws SQLException {
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

  @Test
  void grant_beginsGrantedOrWithdrawn() {
    for (String state : List.of("ONLINE", "RELEASING", "RELEASED")) {
      pool.refused(
          "memory_grant_begins_granted", grant("vm1", 1, "h1", 1).replace("GRANTED", state));
    }
    pool.refused("memory_grant_has_place", tombstone("vm1", 1).replace("WITHDRAWN", "GRANTED"));
    pool.refused(
        "memory_grant_has_place", grant("vm1", 1, "h1", 1).replace("GRANTED", "WITHDRAWN"));
    pool.refused("memory_grant_size_positive", grant("vm1", 1, "h1", 0));
    pool.refused("memory_grant_through_port", grant("vm1", 1, "h9", 1));
    pool.refused("vm_attempt_positive", tombstone("vm1", 0));
  }

  @Test
  void partialGrant_isRefusedAtCommit() throws SQLException {
    String rule = "memory_grant_is_whole";
    pool.refused(rule, grant("vm1", 1, "h1", 2));
    pool.refused(rule, grant("vm1", 1, "h1", 2), assign(0, "vm1.1", "h1"));
    pool.refused(
        rule,
        grant("vm1", 1, "h1", 2),
        assign(0, "vm1.1", "h1"),
        assign(1, "vm1.1", "h1"),
        assign(2, "vm1.1", "h1"));
    pool.run(grant("vm1", 1, "h1", 2), assign(0, "vm1.1", "h1"), assign(1, "vm1.1", "h1"));
  }

  @Test
  void liveGrant_losesNoSlice() throws SQLException {
    bringTo(pool, "ONLINE");
    pool.refused("slice_leaves_with_its_grant", releasing());
  }

  @Test
  void releasedGrant_holdsNothing() throws SQLException {
    bringTo(pool, "SCRUBBING");
    pool.refused("memory_grant_released_is_empty", move("vm1.1", "RELEASED"));
    // the order within a transaction does not count
    pool.run(move("vm1.1", "RELEASED"), free());
  }

  @Test
  void wayBack_isTheWorstThatBefellASlice() throws SQLException {
    bringTo(pool, "RELEASING");
    assertThat(wayBack()).isEqualTo("CLEAN ");
    pool.run(slice("state = 'QUARANTINED', cause = 'pinned'"));
    assertThat(wayBack()).isEqualTo("STUCK ");
    pool.run(releasing(), PoolRows.fenced("h1"), slice("state = 'QUARANTINED', fenced = true"));
    assertThat(wayBack()).isEqualTo("FENCED ");
    pool.run(PoolRows.failed(), PoolRows.allLost());
    assertThat(wayBack()).isEqualTo("LOST now");
    pool.run(slice("fenced = false"));
    assertThat(wayBack()).isEqualTo("LOST now");
    String rule = "memory_grant_way_back_worsens";
    pool.refused(rule, "update memory_grant set way_back = 'FENCED'");
    pool.refused(rule, "update memory_grant set way_back = 'CLEAN'");
    pool.refused("memory_grant_way_back_known", "update memory_grant set way_back = 'OTHER'");
  }

  private String wayBack() throws SQLException {
    return pool.value(
        "select way_back || ' ' || case when lost_at is null then ''"
            + " when lost_at between created_at and clock_timestamp() then 'now' else 'odd' end"
            + " from memory_grant");
  }

  @Test
  void command_isNumberedOnce() throws SQLException {
    bringTo(pool, "ASSIGNED");
    String command =
        "insert into command (host_id, sequence, kind, grant_id, pool_id, slices)"
            + " values ('h1', 1, 'ONLINE', 'vm1.1', 'p1', '[]')";
    pool.run(command);
    pool.refused("command_pk", command);
    pool.refused("command_kind_known", command.replace(" 1, 'ONLINE'", " 2, 'REBOOT'"));
    pool.refused("command_of_grant", command.replace(" 1,", " 2,").replace("vm1.1", "vm9.1"));
    pool.denied("update command set sequence = 9");
    pool.denied("delete from command");
    pool.run(slice("tries = 1"));
  }
}
