package io.tarn.pool.sim;

import io.tarn.contracts.pool.CommandPage;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.pool.ledger.Ledger;
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
    for (Device device : world.devices()) {
      Worker worker =
          new Worker(
              world,
              this,
              device,
              new JdbcLeadership(
                  world.leases(),
                  device.poolId(),
                  holder,
                  LEASE,
                  () -> world.timeline().now() * 1_000));
      workers.put(device.poolId(), worker);
      worker.goOnAfter(world.dice().between(50, 5 * Timeline.MILLIS));
    }
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

  /** Does something when it is awake, unless this life is over by then. */
  void whenAwake(Runnable action) {
    int mine = life;
    if (!alive) {
      return;
    }
    if (sleepsUntil > world.timeline().now()) {
      world
          .timeline()
          .at(
              sleepsUntil,
              name() + " wakes",
              () -> {
                if (alive && life == mine) {
                  whenAwake(action);
                }
              });
      return;
    }
    try {
      action.run();
    } catch (KilledException e) {
      world.note(name() + " is killed " + e.getMessage());
      kill();
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

  /**
   * Serves a request in as many steps as it takes.
   *
   * @param what in words
   * @param reply told what came of it, if it comes to an end
   */
  <T> void serve(String what, Function<Ledger, T> work, Consumer<T> reply) {
    Task task = new Task(world.dice());
    whenAwake(() -> serve(what, task, work, reply));
  }

  private <T> void serve(String what, Task task, Function<Ledger, T> work, Consumer<T> reply) {
    try {
      T value = task.run(() -> work.apply(ledger(task)));
      world.note(name() + " replies " + value);
      reply.accept(value);
    } catch (Task.StoppedException e) {
      int mine = life;
      world
          .timeline()
          .after(
              world.dice().between(20, 600),
              name() + " goes on with " + what,
              () -> {
                if (life == mine) {
                  whenAwake(() -> serve(what, task, work, reply));
                }
              });
    }
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
          world
              .timeline()
              .after(POLL_WAIT, "poll of " + hostId + " ends", () -> whenAwake(() -> end(one)));
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
        world
            .timeline()
            .after(
                world.dice().between(50, 20 * Timeline.MILLIS),
                name() + " tells " + one.hostId(),
                () -> whenAwake(() -> end(one)));
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
