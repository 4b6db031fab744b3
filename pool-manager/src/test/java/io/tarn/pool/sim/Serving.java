package io.tarn.pool.sim;

import io.tarn.pool.device.EmcDrivers;
import io.tarn.pool.ledger.Ledger;
import java.util.function.Consumer;
import java.util.function.Function;

/** A request that a manager serves, in as many steps as it takes. */
final class Serving<T> {

  private final World world;
  private final Manager manager;
  private final int life;
  private final String what;
  private final Function<Serving<?>, T> work;
  private final Consumer<T> reply;
  private final Task task;

  /**
   * @param what in words
   * @param reply told what came of it, if it comes to an end
   */
  Serving(
      World world, Manager manager, String what, Function<Serving<?>, T> work, Consumer<T> reply) {
    this.world = world;
    this.manager = manager;
    this.life = manager.life();
    this.what = what;
    this.work = work;
    this.reply = reply;
    this.task = new Task(world.dice());
  }

  /** The record as this request sees it. */
  Ledger ledger() {
    return manager.ledger(task);
  }

  /** The devices as this request sees them. */
  EmcDrivers drivers() {
    return (uri, meant) -> new DeviceLine(world, uri, meant, task, manager.name(), this::goOn);
  }

  /** Makes its next step. */
  void step() {
    try {
      T value = task.run(() -> work.apply(this));
      world.note(manager + " replies " + value);
      reply.accept(value);
    } catch (Task.StoppedException e) {
      if (!task.waiting()) {
        goOn();
      }
    }
  }

  private void goOn() {
    manager.later(
        life, world.dice().between(20, 600), manager + " goes on with " + what, this::step);
  }
}
