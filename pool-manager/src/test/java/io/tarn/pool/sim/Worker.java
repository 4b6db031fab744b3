package io.tarn.pool.sim;

import io.tarn.chassis.lease.LeaseLostException;
import io.tarn.pool.device.DeviceException;
import io.tarn.pool.device.EmcDriver;
import io.tarn.pool.device.Leadership;
import io.tarn.pool.device.Passes;
import io.tarn.pool.device.WrongDeviceException;
import java.net.URI;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Drives one pool in one life of a manager, pass by pass. A pass may stop at each of its calls
 * while everything else goes on.
 */
final class Worker {

  private static final long STANDBY = 500 * Timeline.MILLIS;
  private static final long RENEW = Timeline.SECONDS;
  private static final long FIRST_PAUSE = 50 * Timeline.MILLIS;
  private static final long LONGEST_PAUSE = 2 * Timeline.SECONDS;

  private final World world;
  private final Manager manager;
  private final int life;
  private final String poolId;
  private final Leadership leadership;
  private Task task;
  private long pause = FIRST_PAUSE;
  private int turn;
  private boolean idle;

  Worker(World world, Manager manager, String poolId, Leadership leadership) {
    this.world = world;
    this.manager = manager;
    this.life = manager.life();
    this.poolId = poolId;
    this.leadership = leadership;
    this.task = new Task(world.dice());
  }

  /** Has it make its next step after a delay. */
  void goOnAfter(long delayMicros) {
    int mine = ++turn;
    manager.later(life, delayMicros, manager + " drives " + poolId, () -> stepAt(mine));
  }

  /** Something was committed that its device has to do. */
  void ring() {
    if (idle) {
      idle = false;
      goOnAfter(world.dice().between(50, 500));
    }
  }

  private void stepAt(int mine) {
    if (mine == turn) {
      step();
    }
  }

  private void step() {
    idle = false;
    try {
      Passes.Made made = task.run(this::pass);
      task = new Task(world.dice());
      after(made);
    } catch (Task.StoppedException e) {
      if (!task.waiting()) {
        mayFallAsleep();
        goOnAfter(world.dice().between(20, 600));
      }
    } catch (DeviceException | LeaseLostException e) {
      world.note("the pass fails: " + e.getMessage());
      world.count(named(e));
      task = new Task(world.dice());
      goOnAfter(backoff());
    }
  }

  private static String named(RuntimeException e) {
    if (e instanceof WrongDeviceException) {
      return "passes that another device refused";
    }
    return e instanceof DeviceException
        ? "passes that a device failed"
        : "commits of a deposed leader";
  }

  /** Between two calls, for longer than its lease lasts. */
  private void mayFallAsleep() {
    if (world.dice().trouble(200)) {
      long micros = world.dice().between(2 * Timeline.SECONDS, 9 * Timeline.SECONDS);
      world.happens(
          "managers that slept in a pass",
          "it falls asleep for " + micros / Timeline.MILLIS + " ms");
      manager.sleep(micros);
    }
  }

  private Passes.Made pass() {
    OptionalLong epoch = task.call(leadership::hold);
    if (epoch.isEmpty()) {
      return new Passes.Made(false, 0, 0, List.of(), false);
    }
    return Passes.make(manager.ledger(task), this::driver, new Steps(), poolId, epoch.getAsLong());
  }

  private EmcDriver driver(URI uri, @Nullable UUID meant) {
    return world
        .seams()
        .driver(
            new DeviceLine(world, uri, meant, task, manager.name(), this::wake),
            world.store().slices().stream()
                .filter(slice -> slice.key().poolId().equals(poolId))
                .toList());
  }

  private void wake() {
    goOnAfter(world.dice().between(20, 600));
  }

  private void after(Passes.Made made) {
    if (!made.differing().isEmpty()) {
      world.count("passes that found what nobody expects");
    }
    if (made.done() > 0) {
      world.note("pass: " + made.done() + " done");
    }
    if (made.goOn()) {
      pause = FIRST_PAUSE;
      goOnAfter(world.dice().between(20, 200));
    } else if (!made.led()) {
      goOnAfter(world.dice().between(STANDBY / 2, STANDBY));
    } else if (made.undone() > 0) {
      goOnAfter(backoff());
    } else {
      pause = FIRST_PAUSE;
      goOnAfter(RENEW);
      idle = true;
    }
  }

  private long backoff() {
    long now = pause;
    pause = Math.min(2 * pause, LONGEST_PAUSE);
    return world.dice().between(now / 2, now);
  }

  /** The lease, asked for in steps; the guard belongs to the step of its transaction. */
  private final class Steps implements Leadership {

    @Override
    public OptionalLong hold() {
      return task.call(leadership::hold);
    }

    @Override
    public void guard() {
      leadership.guard();
    }

    @Override
    public void release() {
      leadership.release();
    }
  }
}
