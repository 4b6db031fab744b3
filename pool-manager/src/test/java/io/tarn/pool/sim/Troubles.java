package io.tarn.pool.sim;

import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.fence.Fences;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceKey;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** What befalls processes and machines, now and then; and the calm at the end of a life. */
final class Troubles {

  private static final long REPAIR_EVERY = 400 * Timeline.MILLIS;

  private final World world;

  Troubles(World world) {
    this.world = world;
  }

  /** Lets something befall someone every now and then. */
  void start() {
    world
        .timeline()
        .after(
            world.dice().between(5 * Timeline.MILLIS, world.weather().troubleEvery()),
            "trouble",
            () -> {
              if (!world.dice().calm()) {
                world.dice().pick(world.weather().troubles()).accept(this, world.dice());
                start();
              }
            });
  }

  void killManager(Dice dice) {
    Manager manager = dice.pick(world.managers());
    world.happens("managers killed", "kill -9 of " + manager);
    manager.kill();
    after(
        dice.between(10 * Timeline.MILLIS, 4 * Timeline.SECONDS),
        "a manager starts",
        manager::start);
  }

  void letManagerSleep(Dice dice) {
    Manager manager = dice.pick(world.managers());
    long micros =
        dice.oneIn(2)
            ? dice.between(Timeline.MILLIS, 500 * Timeline.MILLIS)
            : dice.between(Timeline.SECONDS, 9 * Timeline.SECONDS);
    world.happens(
        "managers that slept", manager + " sleeps for " + micros / Timeline.MILLIS + " ms");
    manager.sleep(micros);
  }

  void bootHost(Dice dice) {
    boot(dice.pick(world.hosts()));
  }

  private void boot(Host host) {
    world.happens("hosts that booted", host + " loses its power");
    host.reboot();
  }

  void killAgent(Dice dice) {
    Host host = dice.pick(world.hosts());
    world.happens("agents killed", "kill -9 of the agent of " + host);
    host.killAgent();
    // a kill waits for the kernel to be done with what the agent asked for
    host.startAgentAfter(dice.between(30 * Timeline.MILLIS, Timeline.SECONDS));
  }

  void takeDeviceAway(Dice dice) {
    Device device = dice.pick(world.devices());
    world.happens("devices away", device + " is away");
    device.away(true);
    after(
        dice.between(50 * Timeline.MILLIS, 5 * Timeline.SECONDS),
        device + " is back",
        () -> device.away(false));
  }

  void restartDevice(Dice dice) {
    Device device = dice.pick(world.devices());
    world.happens("devices restarted", device + " restarts");
    device.restart();
  }

  void fenceHost(Dice dice) {
    Host host = dice.pick(world.hosts());
    send(
        "POST fence of " + host,
        serving -> new Fences(serving.ledger()).raise(host.hostId(), "dead"));
    long later = dice.between(10 * Timeline.MILLIS, 4 * Timeline.SECONDS);
    if (dice.oneIn(2)) {
      after(later, host + " is booted", () -> boot(host));
    } else {
      after(
          later,
          host + " is alive after all",
          () ->
              send(
                  "DELETE fence of " + host,
                  serving -> new Fences(serving.ledger()).lift(host.hostId())));
    }
  }

  private <T> void send(String what, Function<Serving<?>, T> work) {
    Manager manager = world.anyManager();
    world.network().send(what + " to " + manager, () -> manager.serve(what, work, outcome -> {}));
  }

  void killDevice(Dice dice) {
    // seldom, for it empties a pool
    if (dice.oneIn(3)) {
      Device device = dice.pick(world.devices());
      if (dice.oneIn(2)) {
        world.happens("devices that died", device + " dies");
        device.die();
      } else {
        world.happens("devices carried off", device + " is carried off, another stands there");
        world.carryOff(device);
      }
      world.operator(device.poolId()).look();
    }
  }

  void makeDeviceForget(Dice dice) {
    // seldom, for what was forgotten is lost to the rest of the life
    if (dice.oneIn(4)) {
      Device device = dice.pick(world.devices());
      world.happens("devices that forgot their last write", device + " restarts and forgets");
      device.restartAndForget();
    }
  }

  void killDatabase(Dice dice) {
    world.happens("databases killed", "kill -9 of the database");
    world.verifier().recovered(world.store().killAndRecover());
  }

  /** Ends every trouble; from now on all goes well and everything is given back. */
  void end() {
    world.dice().calmDown();
    world.devices().forEach(device -> device.away(false));
    for (Manager manager : world.managers()) {
      manager.wake();
      manager.start();
    }
    world.hosts().forEach(host -> host.startAgentAfter(30 * Timeline.MILLIS));
    World.POOLS.forEach(pool -> world.operator(pool).look());
    repairLater();
  }

  /**
   * Another hand changes entries of slices that are free.
   *
   * @return the slices
   */
  Set<SliceKey> vandalize() {
    Set<SliceKey> changed = new TreeSet<>();
    for (Slice slice : world.store().slices()) {
      Device device = world.device(slice.key().poolId());
      int number = slice.key().number();
      if (slice.state() == SliceState.FREE && serves(device) && world.dice().oneIn(4)) {
        world.count("entries changed by another hand");
        Integer owner = world.dice().oneIn(2) ? null : world.dice().below(64);
        device.overwrite(number, owner, beyond(device, slice) + world.dice().below(3));
        changed.add(slice.key());
      }
    }
    return changed;
  }

  /** A generation that neither the table nor the record has. */
  private static long beyond(Device device, Slice slice) {
    return Math.max(slice.generation(), device.entry(slice.key().number()).generation()) + 1;
  }

  private boolean serves(Device device) {
    Pool pool = world.store().pool(device.poolId());
    return !device.isDead() && !pool.failed() && device.deviceId().equals(pool.deviceId());
  }

  /** Nothing but a boot frees what is pinned; of a lost device nobody asks for it again. */
  private void repairLater() {
    after(
        REPAIR_EVERY,
        "repair",
        () -> {
          List<Slice> rows = world.store().slices();
          for (Host host : world.hosts()) {
            if (world.store().fenced(host.hostId())
                || rows.stream().anyMatch(row -> stuckOn(row, host))) {
              boot(host);
            }
          }
          repairLater();
        });
  }

  private static boolean stuckOn(Slice row, Host host) {
    boolean held =
        row.state() == SliceState.QUARANTINED || (row.state() == SliceState.LOST && !row.letGo());
    return held && host.hostId().equals(row.hostId());
  }

  private void after(long micros, String what, Runnable action) {
    world.timeline().after(micros, what, action);
  }
}
