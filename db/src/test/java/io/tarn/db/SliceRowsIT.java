package io.tarn.db;

import static io.tarn.db.PoolRows.allLost;
import static io.tarn.db.PoolRows.assign;
import static io.tarn.db.PoolRows.bringTo;
import static io.tarn.db.PoolRows.device;
import static io.tarn.db.PoolRows.failed;
import static io.tarn.db.PoolRows.fenced;
import static io.tarn.db.PoolRows.free;
import static io.tarn.db.PoolRows.grant;
import static io.tarn.db.PoolRows.move;
import static io.tarn.db.PoolRows.offlining;
import static io.tarn.db.PoolRows.online;
import static io.tarn.db.PoolRows.pool;
import static io.tarn.db.PoolRows.releasing;
import static io.tarn.db.PoolRows.renewed;
import static io.tarn.db.PoolRows.replaced;
import static io.tarn.db.PoolRows.scrubbing;
import static io.tarn.db.PoolRows.settled;
import static io.tarn.db.PoolRows.slice;
import static io.tarn.db.PoolRows.then;
import static io.tarn.db.PoolRows.walk;
import static io.tarn.db.PoolRows.wayTo;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the rows of slices refuse, whatever the pool manager asks. */
class SliceRowsIT {

  private static final List<String> STATES =
      List.of(
          "FREE",
          "ASSIGNED",
          "ONLINE",
          "RELEASING",
          "OFFLINING",
          "SCRUBBING",
          "QUARANTINED",
          "LOST");

  // the picture in the documentation of SliceState, one arrow a line
  private static final Set<String> ARROWS =
      Set.of(
          "FREE ASSIGNED",
          "ASSIGNED ONLINE",
          "ONLINE ASSIGNED",
          "ASSIGNED RELEASING",
          "ONLINE RELEASING",
          "RELEASING OFFLINING",
          "OFFLINING SCRUBBING",
          "SCRUBBING FREE",
          "RELEASING QUARANTINED",
          "OFFLINING QUARANTINED",
          "QUARANTINED RELEASING",
          "ASSIGNED QUARANTINED",
          "ONLINE QUARANTINED",
          "QUARANTINED SCRUBBING",
          "FREE SCRUBBING",
          "FREE LOST",
          "ASSIGNED LOST",
          "ONLINE LOST",
          "RELEASING LOST",
          "OFFLINING LOST",
          "SCRUBBING LOST",
          "QUARANTINED LOST",
          "LOST SCRUBBING");

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
    bringTo(pool, from);
    String move = entering(from, to);
    if (from.equals(to) || ARROWS.contains(from + " " + to)) {
      pool.run(with(from, to), move);
      assertThat(pool.value("select state from slice where slice_no = 0")).isEqualTo(to);
    } else {
      // from RELEASING only before the device, which is another test
      pool.refused(
          (from + to).equals("RELEASINGSCRUBBING")
              ? "slice_taken_over_unused"
              : "slice_moves_legally",
          move);
    }
  }

  /** What the grant does in the same transaction. */
  private static String with(String from, String to) {
    if ("FREE".equals(from) && "ASSIGNED".equals(to)) {
      return grant("vm1", 1, "h1", 1);
    }
    if ("LOST".equals(from)) {
      return "SCRUBBING".equals(to) ? replaced() : "select 1";
    }
    if ("LOST".equals(to)) {
      // the rest of the pool and its grant go with it
      return failed()
          + "; update memory_grant set state = 'LOST' where state in ('GRANTED', 'ONLINE'); "
          + allLost()
          + " and slice_no > 0";
    }
    if ("QUARANTINED".equals(to) && List.of("ASSIGNED", "ONLINE").contains(from)) {
      return fenced("h1") + "; " + move("vm1.1", "RELEASING");
    }
    if ((from + to).equals("QUARANTINEDSCRUBBING")) {
      return fenced("h1") + "; " + slice("fenced = true");
    }
    return "RELEASING".equals(to) ? move("vm1.1", "RELEASING") : "select 1";
  }

  /** Everything that the state asks for, so that the move alone is judged. */
  private static String entering(String from, String to) {
    if (from.equals(to)) {
      return slice("state = state, tries = tries + 1");
    }
    return switch (to) {
      case "FREE" ->
          slice(
              "state = 'FREE', host_id = null, grant_id = null, device_settled = true,"
                  + " offline_blocks = 0, total_blocks = 0, generation = generation + 1");
      case "ASSIGNED" ->
          "FREE".equals(from) ? assign(0, "vm1.1", "h1") : slice("state = 'ASSIGNED'");
      case "QUARANTINED" ->
          slice(
              List.of("ASSIGNED", "ONLINE").contains(from)
                  ? "state = 'QUARANTINED', fenced = true"
                  : "state = 'QUARANTINED'");
      case "SCRUBBING" ->
          switch (from) {
            case "LOST" -> renewed();
            case "FREE" -> slice("state = 'SCRUBBING', device_settled = false");
            case "QUARANTINED" -> scrubbing().replace("state", "fenced = false, state");
            default -> scrubbing();
          };
      default -> slice("state = '" + to + "'");
    };
  }

  @Test
  void wholeWay_andAgain() throws SQLException {
    walk(pool, then(wayTo("SCRUBBING"), free(), move("vm1.1", "RELEASED")));
    pool.run(grant("vm2", 1, "h2", 1), assign(0, "vm2.1", "h2"), settled(), online());
    assertThat(
            pool.value(
                "select state || ' ' || host_id || ' ' || generation from slice where slice_no = 0"))
        .isEqualTo("ONLINE h2 3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ASSIGNED", "ONLINE", "RELEASING", "OFFLINING", "QUARANTINED", "LOST"})
  void owner_changesOnlyByBeingFree(String state) throws SQLException {
    bringTo(pool, state);
    if ("LOST".equals(state)) {
      pool.run(replaced(), renewed().replace("slice_no = 0", "slice_no = 1"));
      pool.run(free().replace("slice_no = 0", "slice_no = 1"));
    }
    pool.run(grant("vm2", 1, "h2", 1), assign(1, "vm2.1", "h2"));
    String rule = "slice_changes_owner_only_when_free";
    pool.refused(rule, slice("host_id = 'h2', grant_id = 'vm2.1'"));
    pool.refused(rule, slice("grant_id = 'vm2.1'"));
    pool.refused(rule, slice("host_id = 'h2'"));
    pool.refused(rule, slice("host_id = null, grant_id = null"));
    if (!"LOST".equals(state)) {
      pool.refused(rule, slice("state = 'LOST', host_id = 'h2', grant_id = 'vm2.1'"));
    }
  }

  @Test
  void failedPool_hasLostEverySliceAndGrant() throws SQLException {
    bringTo(pool, "ONLINE");
    String lost = move("vm1.1", "LOST");
    pool.refused("pool_failed_has_lost_all", failed(), lost, slice("state = 'LOST'"));
    pool.refused("pool_failed_has_no_live_grant", failed(), allLost());
    pool.refused("slice_lost_with_its_pool", lost, slice("state = 'LOST'"));
    pool.run(failed(), lost, allLost());
    pool.refused("pool_failed_stays_failed", "update pool set failed_at = null");
    pool.refused("pool_failed_stays_failed", "update pool set emc = 'http://f'");
    pool.refused("pool_incarnation_follows", "update pool set incarnation = 2");
    pool.refused("pool_incarnation_follows", "update pool set failed_at = null, incarnation = 3");
    pool.run(replaced());
    pool.refused("pool_incarnation_follows", "update pool set incarnation = 3");
  }

  @Test
  void device_servesOnePoolAndIsReplacedByAnother() throws SQLException {
    String first = "11111111-1111-4111-8111-111111111111";
    String second = "22222222-2222-4222-8222-222222222222";
    // pools of before devices had identities
    pool.run(pool("p2", 1), pool("p3", 1));
    pool.run(device("p1", first));
    pool.refused("pool_device_once", device("p2", first));
    pool.refused("pool_device_once", pool("p4", 1, first));
    pool.run(pool("p4", 1, second));
    pool.refused("pool_keeps_its_device", device("p1", "33333333-3333-4333-8333-333333333333"));
    pool.refused("pool_keeps_its_device", "update pool set device_id = null");
    pool.run("update pool set emc = 'http://moved' where pool_id = 'p1'");
    bringTo(pool, "ONLINE");
    pool.run(failed(), move("vm1.1", "LOST"), allLost());
    pool.refused("pool_device_once", device("p2", first));
    pool.refused("pool_replaced_by_another", replaced());
    pool.refused("pool_device_once", replaced(second));
    pool.run(replaced("33333333-3333-4333-8333-333333333333"));
    pool.run(device("p2", first));
  }

  @Test
  void lost_isUsedAgainOnlyOnAReplacementAndLetGo() throws SQLException {
    bringTo(pool, "ONLINE");
    pool.run(failed(), move("vm1.1", "LOST"), allLost());
    pool.refused("slice_renewed_after_replacement", renewed());
    pool.run(replaced());
    pool.refused("slice_let_go_before_renewal", renewed());
    pool.run(slice("offline_blocks = 7"));
    pool.refused("slice_let_go_before_renewal", renewed());
    pool.run(slice("offline_blocks = 8"));
    pool.refused("slice_renewed_above", scrubbing());
    pool.refused("slice_moves_legally", free());
    pool.run(renewed());
    pool.run(free(), move("vm1.1", "RELEASED"));
  }

  @Test
  void fencedHost_hasNoLiveGrantAndItsSlicesWait() throws SQLException {
    bringTo(pool, "ONLINE");
    String released = move("vm1.1", "RELEASING");
    String taken = slice("state = 'QUARANTINED', fenced = true");
    pool.refused("slice_quarantined_by_fence", released, slice("state = 'QUARANTINED'"));
    pool.refused("slice_fenced_with_its_host", released, taken);
    pool.refused("host_fenced_has_no_live_grant", fenced("h1"));
    pool.refused("slice_fenced_waits", slice("fenced = true"));
    pool.run(fenced("h1"), released, taken);
    String cleared = scrubbing().replace("state", "fenced = false, state");
    pool.refused("slice_fenced_waits", scrubbing());
    pool.refused("slice_fenced_before_scrub", cleared.replace("generation + 1", "generation"));
    pool.run(cleared);
    pool.run(free(), move("vm1.1", "RELEASED"));
  }

  @Test
  void entryOfAnotherHand_isTakenOverWhereNoHostCanHaveTheSlice() throws SQLException {
    String taken = slice("state = 'SCRUBBING', host_id = null, device_settled = false");
    String read = slice("device_settled = true, generation = generation + 1");
    pool.refused("slice_taken_over_unused", slice("state = 'SCRUBBING'"));
    pool.run(taken);
    pool.refused("slice_settled_by_device", slice("device_settled = true"));
    pool.refused("slice_free_after_device", free());
    pool.run(read);
    pool.run(free());
    pool.run(grant("vm1", 1, "h1", 1), assign(0, "vm1.1", "h1"));
    pool.refused("slice_moves_legally", taken);
    pool.run(move("vm1.1", "RELEASING"), releasing());
    pool.run(taken);
    pool.run(read);
    pool.run(free(), move("vm1.1", "RELEASED"));
    pool.run(grant("vm2", 1, "h1", 1), assign(0, "vm2.1", "h1"));
    pool.run(settled(), online());
    pool.run(move("vm2.1", "RELEASING"), releasing());
    pool.refused("slice_taken_over_unused", taken);
    pool.run(slice("state = 'OFFLINING', offline_blocks = 7, total_blocks = 8"));
    pool.refused("slice_given_up_before_scrub", taken);
    pool.run(slice("offline_blocks = 8"));
    pool.run(taken);
  }

  @Test
  void plan_staysAsItWasShown() throws SQLException {
    pool.run("insert into repair_plan (plan_id, pool_id, steps) values ('a', 'p1', '[]')");
    pool.denied("update repair_plan set steps = '[1]'");
    pool.denied("delete from repair_plan");
    pool.run("update repair_plan set executed_at = now()");
    pool.refused("repair_plan_is_final", "update repair_plan set executed_at = now()");
  }

  @Test
  void fencedBeforeTheDevice_waitsUnsettled() throws SQLException {
    pool.run(grant("vm1", 1, "h1", 1), assign(0, "vm1.1", "h1"));
    pool.run(
        fenced("h1"), move("vm1.1", "RELEASING"), slice("state = 'QUARANTINED', fenced = true"));
    pool.refused("slice_settled_by_device", slice("device_settled = true"));
    pool.refused("slice_quarantined_after_device", slice("fenced = false"));
    pool.run(settled());
  }

  @Test
  void closedPort_givesNoGrants() throws SQLException {
    pool.run("update port set open = false where host_id = 'h1'");
    pool.refused(
        "memory_grant_through_open_port", grant("vm1", 1, "h1", 1), assign(0, "vm1.1", "h1"));
    pool.run(grant("vm1", 1, "h2", 1), assign(0, "vm1.1", "h2"));
  }

  @Test
  void scrubbing_belongsToTheGrantThatLeaves() throws SQLException {
    bringTo(pool, "OFFLINING");
    pool.run(grant("vm2", 1, "h2", 1), assign(1, "vm2.1", "h2"));
    String rule = "slice_changes_owner_only_when_free";
    pool.refused(
        rule,
        slice(
            "state = 'SCRUBBING', host_id = null, grant_id = 'vm2.1', generation = generation +"
                + " 1"));
    pool.run(scrubbing());
    pool.refused(rule, slice("grant_id = 'vm2.1'"));
    pool.refused(rule, slice("host_id = 'h2'"));
  }

  @ParameterizedTest
  @MethodSource("states")
  void counts_followEveryMove(String state) throws SQLException {
    bringTo(pool, state);
    List<String> counted =
        pool.column(
            "select key || ' ' || value from slice_count, jsonb_each_text(to_jsonb(slice_count)"
                + " - 'pool_id' - 'capacity_gib') where value <> '0' order by key");
    assertThat(counted)
        .isEqualTo(
            pool.column(
                "select lower(state) || ' ' || count(*) from slice group by state order by 1"));
  }

  static Stream<String> states() {
    return STATES.stream();
  }

  @Test
  void counts_areNobodysToWrite() throws SQLException {
    bringTo(pool, "ONLINE");
    pool.denied("update slice_count set free = free + 1");
    pool.denied("delete from slice_count");
    pool.denied("insert into slice_count (pool_id, capacity_gib) values ('p9', 0)");
  }

  @Test
  void secondOwner_hasNoPlace() throws SQLException {
    bringTo(pool, "ONLINE");
    // another row for the same slice, or more slices than the pool has
    pool.denied("insert into slice (pool_id, slice_no) values ('p1', 0)");
    pool.denied("insert into slice (pool_id, slice_no) values ('p1', 8)");
    // a free slice under a grant of another host
    pool.refused("slice_serves_its_grant", assign(1, "vm1.1", "h2"));
    // a host that is not wired
    pool.run(PoolRows.host("h9"));
    pool.refused("slice_owner_is_wired", assign(1, "vm1.1", "h9"));
    // a grant that nobody knows
    pool.refused("slice_serves_its_grant", assign(1, "vm9.1", "h1"));
  }

  @Test
  void slices_areMadeWithThePoolAndStay() throws SQLException {
    assertThat(pool.value("select count(*) from slice where state = 'FREE'")).isEqualTo("8");
    pool.denied("delete from slice");
    pool.denied("truncate slice");
    pool.denied("delete from pool");
    pool.denied("update pool set capacity_gib = 9");
    pool.denied("update slice set slice_no = 9 where slice_no = 7");
    pool.denied("update slice set pool_id = 'p2' where slice_no = 7");
    pool.denied("alter table slice disable trigger all");
    pool.denied("drop trigger slice_moves_legally on slice");
    pool.denied("set session_replication_role = replica");
    pool.refused("pool_capacity_in_range", PoolRows.pool("p2", 0));
    pool.refused("pool_capacity_in_range", PoolRows.pool("p2", 1025));
    pool.run(PoolRows.pool("p2", 1024));
    assertThat(pool.value("select count(*) from slice where pool_id = 'p2'")).isEqualTo("1024");
  }

  @Test
  void ports_areOneOf64AndOneHostEach() throws SQLException {
    pool.run(PoolRows.host("h3"));
    pool.refused("port_number_in_range", PoolRows.port("p1", "h3", 64));
    pool.refused("port_number_in_range", PoolRows.port("p1", "h3", -1));
    pool.refused("port_number_once", PoolRows.port("p1", "h3", 1));
    pool.refused("port_pk", PoolRows.port("p1", "h1", 5));
    pool.denied("update port set port_no = 7");
    pool.denied("delete from port");
  }

  @Test
  void grant_comesBeforeTheDevice() throws SQLException {
    String granted = grant("vm1", 1, "h1", 1);
    pool.refused(
        "slice_assigned_before_device",
        granted,
        slice("state = 'ASSIGNED', host_id = 'h1', grant_id = 'vm1.1', device_settled = true"));
    pool.refused(
        "slice_assigned_before_device",
        granted,
        slice("state = 'ASSIGNED', host_id = 'h1', grant_id = 'vm1.1'"));
    pool.refused(
        "slice_held_has_owner", granted, slice("state = 'ASSIGNED', device_settled = false"));
    pool.run(granted, assign(0, "vm1.1", "h1"));
    pool.refused("slice_settled_by_device", slice("device_settled = true"));
    pool.refused("slice_online_after_device", online());
    pool.run(move("vm1.1", "RELEASING"), releasing());
    pool.refused("slice_settled_by_device", slice("device_settled = true"));
  }

  @Test
  void free_onlyAfterHostAndDevice() throws SQLException {
    bringTo(pool, "RELEASING");
    String rule = "slice_given_up_before_scrub";
    pool.run(slice("state = 'OFFLINING', offline_blocks = 7, total_blocks = 8"));
    pool.refused(rule, scrubbing());
    // the last block and the drop in one statement: nobody has seen it offline before
    pool.refused(
        rule,
        slice(
            "state = 'SCRUBBING', host_id = null, offline_blocks = 8, generation = generation + 1"));
    pool.run(slice("offline_blocks = 8"));
    // the entry was not read back: same generation
    pool.refused(rule, slice("state = 'SCRUBBING', host_id = null"));
    pool.refused(
        "slice_scrubbing_has_no_owner", slice("state = 'SCRUBBING', generation = generation + 1"));
    pool.run(scrubbing());
    pool.refused("slice_free_has_no_owner", slice("state = 'FREE', device_settled = true"));
    pool.refused(
        "slice_free_has_no_owner",
        slice("state = 'FREE', grant_id = null, device_settled = false"));
    pool.refused(
        "slice_free_has_no_blocks", slice("state = 'FREE', grant_id = null, total_blocks = 8"));
    pool.run(free());
  }

  @Test
  void blocksOfUnknownNumber_areNotAllOffline() throws SQLException {
    bringTo(pool, "RELEASING");
    pool.run(slice("state = 'OFFLINING', offline_blocks = 0, total_blocks = 0"));
    pool.refused("slice_given_up_before_scrub", scrubbing());
    pool.refused("slice_blocks_in_range", slice("offline_blocks = 9, total_blocks = 8"));
    pool.refused("slice_blocks_in_range", slice("offline_blocks = -1"));
  }

  @Test
  void generationAndEpoch_neverFall() throws SQLException {
    bringTo(pool, "ONLINE");
    String rule = "slice_generation_and_epoch_rise";
    pool.refused(rule, slice("generation = 0"));
    pool.refused(rule, slice("epoch = 2"));
    pool.refused(rule, slice("epoch = 2, generation = generation + 1"));
    pool.refused(rule, slice("epoch = epoch + 1, generation = generation - 1"));
    pool.run(slice("epoch = epoch + 1, generation = generation + 1"));
  }

  @Test
  void rules_holdWhateverTheSessionLooksAt() throws SQLException {
    // tables of the same names, without rows, in front of the real ones
    pool.denied("create table pool.mine (x int)");
    bringTo(pool, "ASSIGNED");
    pool.execute("create temp table slice (like pool.slice)");
    pool.execute("create temp table memory_grant (like pool.memory_grant)");
    pool.execute("create temp table vm_attempt (like pool.vm_attempt)");
    pool.execute("set search_path = pg_temp, pool");
    String fits =
        "insert into pool.memory_grant (grant_id, vm_id, attempt, state, pool_id, host_id,"
            + " size_gib) values ('vm2.1', 'vm2', 1, 'GRANTED', 'p1', 'h1', 1)";
    pool.refused(
        "memory_grant_is_whole",
        fits,
        "insert into slice (pool_id, slice_no, state, generation, device_settled, epoch,"
            + " offline_blocks, total_blocks, tries, updated_at, grant_id, fenced) values"
            + " ('p1', 0, 'ASSIGNED', 0, true, 0, 0, 0, 0, now(), 'vm2.1', false)");
    pool.refused(
        "slice_leaves_with_its_grant",
        "update pool.slice set state = 'RELEASING' where pool_id = 'p1' and slice_no = 0");
  }

  @Test
  void offlineAll_isSeenBeforeItIsBelieved() throws SQLException {
    bringTo(pool, "RELEASING");
    pool.refused("slice_taken_over_unused", scrubbing());
    pool.run(offlining());
    pool.run(scrubbing());
  }
}
