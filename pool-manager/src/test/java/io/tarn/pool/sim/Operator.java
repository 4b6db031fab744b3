package io.tarn.pool.sim;

import io.tarn.contracts.pool.FailRequest;
import io.tarn.contracts.pool.ReplaceRequest;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.pool.EmcFailures;
import java.net.URI;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who knows when an EMC is gone: declares it failed, plugs in another and says so, again
 * and again until the record has it.
 */
final class Operator {

  private static final long SOONEST_REPLACEMENT = 2 * Timeline.SECONDS;

  private final World world;
  private final String poolId;
  private int plugged;
  private boolean busy;

  Operator(World world, String poolId) {
    this.world = world;
    this.poolId = poolId;
  }

  /** Looks after the pool from now on, until it is well. */
  void look() {
    if (!busy) {
      busy = true;
      later(world.dice().between(20 * Timeline.MILLIS, Timeline.SECONDS));
    }
  }

  private void later(long micros) {
    world.timeline().after(micros, "the operator of " + poolId, this::act);
  }

  private void act() {
    Pool pool = world.store().pool(poolId);
    Device device = world.device(poolId);
    boolean serves = device.deviceId().equals(pool.deviceId());
    if (!pool.failed() && serves && !device.isDead()) {
      busy = false;
      return;
    }
    if (!pool.failed()) {
      send(
          "POST fail of " + poolId,
          serving ->
              new EmcFailures(serving.ledger(), serving.drivers())
                  .fail(poolId, new FailRequest("dark", meant(pool))));
    } else if (serves || device.isDead()) {
      later(world.dice().between(SOONEST_REPLACEMENT, 2 * SOONEST_REPLACEMENT), this::plug);
      return;
    } else {
      replace(pool);
    }
    later(world.dice().between(500 * Timeline.MILLIS, 2 * Timeline.SECONDS));
  }

  /** Mostly says which EMC is meant, so that a request that comes late does not hit another. */
  private @Nullable Integer meant(Pool pool) {
    return world.dice().trouble(4) ? null : pool.incarnation();
  }

  private void later(long micros, Runnable action) {
    world.timeline().after(micros, "the operator of " + poolId, action);
  }

  private void plug() {
    if (!world.store().pool(poolId).failed()) {
      // a request that was late has found what answers at the address
      act();
      return;
    }
    Device old = world.device(poolId);
    Device answers = world.device(old.uri());
    if (!answers.equals(old) && !answers.isDead()) {
      world.happens("devices replaced", "what answers at " + old.uri() + " is to take its place");
      world.adopt(answers);
      act();
      return;
    }
    plugged++;
    URI uri = URI.create("http://emc/" + poolId + "/" + plugged);
    world.happens("devices replaced", "another device is plugged in: " + uri);
    world.plug(poolId, uri);
    act();
  }

  private void replace(Pool pool) {
    URI uri = world.device(poolId).uri();
    send(
        "POST replace of " + poolId + " by " + uri,
        serving ->
            new EmcFailures(serving.ledger(), serving.drivers())
                .replace(poolId, new ReplaceRequest(uri, meant(pool))));
  }

  private <T> void send(String what, Function<Serving<?>, T> work) {
    Manager manager = world.anyManager();
    world.network().send(what + " to " + manager, () -> manager.serve(what, work, outcome -> {}));
  }
}
