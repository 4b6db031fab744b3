package io.tarn.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Random work of many sessions at once, and the invariants looked at all the while. */
class WorkloadIT {

  private static final int WORKERS = 8;
  private static final int STEPS = 160;
  private static final int SLICES = 24;
  private static final List<String> HOSTS = List.of("h1", "h2");

  // what must be empty in every snapshot of the pool manager's schema
  private static final List<String> POOL_BREACHES =
      List.of(
          // states add up to the capacity
          "select pool_id from pool where capacity_gib <> (select count(*) from slice s where"
              + " s.pool_id = pool.pool_id and s.state in ('FREE', 'ASSIGNED', 'ONLINE',"
              + " 'RELEASING', 'OFFLINING', 'SCRUBBING', 'QUARANTINED', 'LOST'))",
          // a live grant is whole
          "select grant_id from memory_grant g where state in ('GRANTED', 'ONLINE') and size_gib <>"
              + " (select count(*) from slice s where s.grant_id = g.grant_id and s.state in"
              + " ('ASSIGNED', 'ONLINE'))",
          // a VM lives on one grant, of its newest attempt
          "select vm_id from memory_grant where state in ('GRANTED', 'ONLINE') group by vm_id having"
              + " count(*) > 1",
          "select grant_id from memory_grant g join vm_attempt a using (vm_id) where g.attempt >"
              + " a.attempt",
          // what is over holds nothing
          "select grant_id from memory_grant join slice using (grant_id) where memory_grant.state in"
              + " ('RELEASED', 'WITHDRAWN')",
          // nobody uses what the device was not seen to give
          "select slice_no::text from slice where state = 'ONLINE' and not device_settled");

  // what must be empty in every snapshot of the scheduler's schema
  private static final List<String> HOST_BREACHES =
      List.of(
          "select host_id from host h where (used_vcpus, used_local_mib) <> (select"
              + " coalesce(sum(vcpus), 0), coalesce(sum(local_mib), 0) from vm where vm.host_id ="
              + " h.host_id and state not in ('DELETED', 'REFUSED'))",
          "select host_id from host where used_vcpus > vcpus or used_local_mib > local_mib");

  @Test
  void pool_holdsAtEveryCommit() throws Exception {
    DatabaseTarget database = TestServer.migratedDatabase();
    try (Session pool = Session.of(database, ServiceSchema.POOL)) {
      pool.run(PoolRows.pool("p1", SLICES), PoolRows.host("h1"), PoolRows.host("h2"));
      pool.run(PoolRows.port("p1", "h1", 0), PoolRows.port("p1", "h2", 1));
      AtomicInteger committed = new AtomicInteger();
      watched(
          database,
          ServiceSchema.POOL,
          POOL_BREACHES,
          (session, worker, random) -> {
            for (int step = 0; step < STEPS; step++) {
              committed.addAndGet(poolStep(session, random));
            }
          });
      assertThat(committed.get()).as("steps committed").isGreaterThan(STEPS);
      assertThat(pool.column("select distinct state from slice")).isNotEmpty();
      assertThat(Integer.parseInt(pool.value("select max(generation) from slice")))
          .as("slices went round")
          .isGreaterThan(1);
    }
  }

  /** One move of a random VM or slice, right or wrong; tells how many were committed. */
  private static int poolStep(Session session, Random random) throws SQLException {
    String vm = "vm" + random.nextInt(10);
    int slice = random.nextInt(SLICES);
    String at = " where pool_id = 'p1' and slice_no = " + slice;
    boolean done =
        switch (random.nextInt(9)) {
          case 0, 1 -> grantOf(session, vm, random);
          case 2 -> release(session, vm);
          case 3 ->
              Crew.attempt(
                  session,
                  "update slice set device_settled = true, generation = generation + 1"
                      + at
                      + " and state in ('ASSIGNED', 'RELEASING') and not device_settled");
          case 4 ->
              Crew.attempt(
                  session, "update slice set state = 'ONLINE'" + at + " and state = 'ASSIGNED'");
          case 5 ->
              Crew.attempt(
                  session,
                  "update slice set state = 'OFFLINING', offline_blocks = 8, total_blocks = 8"
                      + at
                      + " and state = 'RELEASING'");
          case 6 ->
              Crew.attempt(
                  session,
                  "update slice set state = 'SCRUBBING', host_id = null, generation = generation +"
                      + " 1, offline_blocks = 0, total_blocks = 0"
                      + at
                      + " and state = 'OFFLINING'");
          case 7 -> freed(session, at);
          default ->
              // whatever the state is: most of these are refused
              Crew.attempt(
                  session,
                  "update slice set state = (array['FREE', 'ASSIGNED', 'ONLINE', 'RELEASING',"
                      + " 'OFFLINING', 'SCRUBBING'])["
                      + (1 + random.nextInt(6))
                      + "]"
                      + at);
        };
    return done ? 1 : 0;
  }

  private static boolean grantOf(Session session, String vm, Random random) throws SQLException {
    int attempt = 1 + random.nextInt(60);
    int size = 1 + random.nextInt(4);
    String host = HOSTS.get(random.nextInt(HOSTS.size()));
    // one slice fewer than asked for, now and then
    int taken = random.nextInt(5) == 0 ? size - 1 : size;
    return Crew.attempt(
        session,
        PoolRows.attempt(vm, attempt),
        PoolRows.grant(vm, attempt, host, size),
        ("update slice set state = 'ASSIGNED', host_id = '%s', grant_id = '%s.%d', device_settled ="
                + " false where slice_no in (select slice_no from slice where state = 'FREE' limit"
                + " %d for update skip locked)")
            .formatted(host, vm, attempt, taken));
  }

  private static boolean release(Session session, String vm) throws SQLException {
    List<String> live =
        session.column(
            "select grant_id from memory_grant where state in ('GRANTED', 'ONLINE') and vm_id = '"
                + vm
                + "'");
    return !live.isEmpty()
        && Crew.attempt(
            session,
            PoolRows.move(live.get(0), "RELEASING"),
            "update slice set state = 'RELEASING' where state in ('ASSIGNED', 'ONLINE') and"
                + " grant_id = '"
                + live.get(0)
                + "'");
  }

  private static boolean freed(Session session, String at) throws SQLException {
    List<String> grant =
        session.column("select grant_id from slice" + at + " and state = 'SCRUBBING'");
    if (grant.isEmpty()) {
      return false;
    }
    boolean free =
        Crew.attempt(
            session,
            "update slice set state = 'FREE', grant_id = null, device_settled = true"
                + at
                + " and state = 'SCRUBBING'");
    Crew.attempt(session, PoolRows.move(grant.get(0), "RELEASED"));
    return free;
  }

  @Test
  void hosts_holdAtEveryCommit() throws Exception {
    DatabaseTarget database = TestServer.migratedDatabase();
    try (Session scheduler = Session.of(database, ServiceSchema.SCHEDULER)) {
      scheduler.run(
          HostRows.host("h1", 16, 32_768),
          HostRows.host("h2", 16, 32_768),
          HostRows.host("h3", 16, 32_768));
      AtomicInteger committed = new AtomicInteger();
      watched(
          database,
          ServiceSchema.SCHEDULER,
          HOST_BREACHES,
          (session, worker, random) -> {
            for (int step = 0; step < STEPS; step++) {
              committed.addAndGet(hostStep(session, worker + "-" + step, random) ? 1 : 0);
            }
          });
      assertThat(committed.get()).as("steps committed").isGreaterThan(STEPS);
    }
  }

  private static boolean hostStep(Session session, String name, Random random) throws SQLException {
    String host = "h" + (1 + random.nextInt(3));
    List<String> some =
        session.column(
            "select vm_id from vm where state <> 'DELETED' order by md5(vm_id || '" + name + "')");
    if (some.isEmpty() || random.nextInt(3) == 0) {
      int poolGib = random.nextInt(3);
      return Crew.attempt(
          session,
          HostRows.vm(
              "vm" + name, host, 1 + random.nextInt(4), 512 * (1 + random.nextInt(16)), poolGib));
    }
    return switch (random.nextInt(5)) {
      case 3 -> Crew.attempt(session, HostRows.set(some.get(0), "state = 'REFUSED'"));
      case 4 ->
          Crew.attempt(
              session,
              HostRows.set(
                  some.get(0),
                  "state = 'PENDING', attempt = attempt + 1, host_id = '" + host + "'"));
      case 0 -> Crew.attempt(session, HostRows.move(some.get(0), host));
      case 1 ->
          // two VMs change places, in whatever order: some of these meet head on
          Crew.attempt(
              session,
              HostRows.move(some.get(0), host),
              HostRows.move(some.get(some.size() - 1), "h" + (1 + random.nextInt(3))));
      default ->
          Crew.attempt(session, HostRows.set(some.get(0), "state = 'DELETING'"))
              && Crew.attempt(session, HostRows.set(some.get(0), "state = 'DELETED'"));
    };
  }

  /** Runs the crew while another session looks for breaches, snapshot after snapshot. */
  private static void watched(
      DatabaseTarget database, ServiceSchema service, List<String> breaches, Crew.Work work)
      throws Exception {
    AtomicInteger working = new AtomicInteger(WORKERS);
    AtomicInteger looks = new AtomicInteger();
    AtomicBoolean last = new AtomicBoolean();
    Crew.run(
        database,
        service,
        WORKERS + 1,
        20_260_101,
        (session, worker, random) -> {
          if (worker < WORKERS) {
            try {
              work.run(session, worker, random);
            } finally {
              working.decrementAndGet();
            }
            return;
          }
          while (!last.get()) {
            // one look more after the last commit
            last.set(working.get() == 0);
            for (String breach : breaches) {
              assertThat(session.column(breach)).as(breach).isEmpty();
            }
            looks.incrementAndGet();
          }
        });
    assertThat(looks.get()).isGreaterThan(5);
  }
}
