package io.tarn.pool.sim;

import io.tarn.contracts.pool.CommandPage;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.pool.buffer.Departures;
import io.tarn.pool.feed.Recalls;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.ledger.RecallPace;
import io.tarn.pool.store.JdbcLeadership;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A process of the pool manager. It may be killed, with all that it knew, and started again; and it
 * may sleep, and not notice.
 */
final class Manager implements StagedLedger.Lives {

  static final Duration LEASE = Duration.ofSeconds(3);
  private static final long POLL_WAIT = 3 * Timeline.SECONDS;

  private static final RecallPace RECALLS = new RecallPace(3, 0, 0);

  private final World world;
  private final String name;
  private final Map<String, Worker> workers = new TreeMap<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private int life;
  private boolean alive;
  private long sleepsUntil;

  Manager(World world, String name) {
    this.world = world;
    this.name = name;
  }

  String name() {
    return name + "." + life;
  }

  @Override
  public String toString() {
    return name();
  }

  boolean alive() {
    return alive;
  }

  /** Starts it; all that it knows is in the store. */
  void start() {
    if (alive) {
      return;
    }
    life++;
    alive = true;
    sleepsUntil = 0;
    String holder = name();
    for (String poolId : World.POOLS) {
      Worker worker =
          new Worker(
              world,
              this,
              poolId,
              new JdbcLeadership(
                  world.leases(), poolId, holder, LEASE, () -> world.timeline().now() * 1_000));
      workers.put(poolId, worker);
      worker.goOnAfter(world.dice().between(50, 5 * Timeline.MILLIS));
    }
    recallLater();
  }

  /** Asks for stuck slices again, and drains what leaves, now and then. */
  private void recallLater() {
    later(
        life,
        world.dice().between(300 * Timeline.MILLIS, 3 * Timeline.SECONDS),
        name() + " asks for stuck slices again, and drains",
        () -> {
          serve(
              "a recall",
              serving -> new Recalls(serving.ledger(), RECALLS).recall(World.POOLS),
              asked -> {
                if (asked > 0) {
                  world.count("recalls of stuck slices");
                }
              });
          serve(
              "a drain",
              serving -> new Departures(serving.ledger(), 0).drain(World.POOLS),
              told -> world.note(told + " grants are drained"));
          recallLater();
        });
  }

  /** kill -9. */
  void kill() {
    alive = false;
    workers.clear();
    waiting.clear();
  }

  /** Sleeps, as a process does whose machine is overloaded or whose heap is collected. */
  void sleep(long micros) {
    sleepsUntil = Math.max(sleepsUntil, world.timeline().now() + micros);
  }

  /** Wakes it. */
  void wake() {
    sleepsUntil = 0;
  }

  /** Counts its lives. */
  int life() {
    return life;
  }

  /** Does something after a delay and when it is awake then, unless a life is over by then. */
  void later(int inLife, long delayMicros, String what, Runnable action) {
    world
        .timeline()
        .after(
            delayMicros,
            what,
            () -> {
              if (life == inLife) {
                whenAwake(action);
              }
            });
  }

  /** Does something when it is awake, unless this life is over by then. */
  void whenAwake(Runnable action) {
    if (!alive) {
      return;
    }
    long asleep = sleepsUntil - world.timeline().now();
    if (asleep > 0) {
      later(life, asleep, name() + " wakes", action);
      return;
    }
    try {
      action.run();
    } catch (KilledException e) {
      world.note(name() + " is killed " + e.getMessage());
      kill();
      world
          .timeline()
          .after(
              world.dice().between(10 * Timeline.MILLIS, 2 * Timeline.SECONDS),
              "a manager starts",
              this::start);
    }
  }

  /** The record as a task of this process sees it. */
  Ledger ledger(Task task) {
    return new StagedLedger(task, world.seams().ledger(world.store()), this);
  }

  @Override
  public void survive(String where) {
    if (world.dice().trouble(200)) {
      world.count("managers killed " + where);
      throw new KilledException(where);
    }
  }

  @Override
  public void happens(String what) {
    world.count(what);
  }

  /** Serves a request. */
  <T> void serve(String what, Function<Serving<?>, T> work, Consumer<T> reply) {
    whenAwake(() -> new Serving<>(world, this, what, work, reply).step());
  }

  /** Serves a long poll of a host's commands. */
  void poll(String hostId, long after, Consumer<CommandPage> reply) {
    whenAwake(
        () -> {
          List<HostCommand> commands = world.store().commands(hostId, after);
          if (!commands.isEmpty()) {
            reply.accept(page(commands, after));
            return;
          }
          Waiting one = new Waiting(hostId, after, reply);
          waiting.add(one);
          later(life, POLL_WAIT, "poll of " + hostId + " ends", () -> end(one));
        });
  }

  private void end(Waiting one) {
    if (waiting.remove(one)) {
      one.reply().accept(page(world.store().commands(one.hostId(), one.after()), one.after()));
    }
  }

  /** Something was committed. */
  void committed(List<String> poolIds, List<String> hostIds) {
    poolIds.forEach(
        poolId -> {
          Worker worker = workers.get(poolId);
          if (worker != null) {
            worker.ring();
          }
        });
    for (Waiting one : List.copyOf(waiting)) {
      if (hostIds.contains(one.hostId())) {
        later(
            life,
            world.dice().between(50, 20 * Timeline.MILLIS),
            name() + " tells " + one.hostId(),
            () -> end(one));
      }
    }
  }

  private static CommandPage page(List<HostCommand> commands, long after) {
    return new CommandPage(
        commands, commands.isEmpty() ? after : commands.get(commands.size() - 1).sequence());
  }

  /** A host that waits for commands; compared by identity of the reply. */
  private record Waiting(String hostId, long after, Consumer<CommandPage> reply) {}
}
