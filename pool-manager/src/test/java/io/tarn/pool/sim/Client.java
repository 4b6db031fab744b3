package io.tarn.pool.sim;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.pool.buffer.Departures;
import io.tarn.pool.grant.Grants;
import io.tarn.pool.grant.PutOutcome;
import io.tarn.pool.ledger.Grant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Asks for memory for a few VMs and gives it back: asks twice, in the wrong order, for another
 * host, and withdraws what it has not asked for yet.
 */
final class Client {

  private static final int VMS = 4;
  private static final int LARGEST = 2;

  /** Milliseconds; nothing is drained before. */
  private static final long LATER = 60_000;

  private final World world;
  private boolean givesBack;
  private final Map<String, Integer> attempts = new TreeMap<>();
  private final Map<GrantId, GrantRequest> bodies = new HashMap<>();

  Client(World world) {
    this.world = world;
  }

  /** Gives everything back from now on, once it is calm. */
  void giveBack() {
    givesBack = true;
  }

  /** Does something every now and then. */
  void start() {
    long pause =
        world.dice().calm()
            ? 200 * Timeline.MILLIS
            : world.dice().between(5 * Timeline.MILLIS, world.weather().askEvery());
    world
        .timeline()
        .after(
            pause,
            "the client",
            () -> {
              act();
              start();
            });
  }

  private void act() {
    if (world.dice().calm() && !givesBack) {
      return;
    }
    if (world.dice().calm()) {
      world.store().grants().stream()
          .filter(grant -> grant.state().live())
          .map(Grant::id)
          .forEach(this::withdraw);
      return;
    }
    String vm = "vm" + world.dice().below(VMS);
    int newest = attempts.getOrDefault(vm, 0);
    if (world.dice().oneIn(6)) {
      departure(new GrantId(vm, Math.max(1, newest)));
      return;
    }
    switch (world.dice().below(12)) {
      case 0, 1, 2, 3, 4 -> put(next(vm));
      case 5, 6 -> put(new GrantId(vm, Math.max(1, newest - world.dice().below(2))));
      case 7 -> withdraw(next(vm));
      default -> withdraw(new GrantId(vm, Math.max(1, newest)));
    }
  }

  /** The next attempt of a VM. */
  private GrantId next(String vm) {
    int attempt = attempts.merge(vm, 1, Integer::sum);
    return new GrantId(vm, attempt);
  }

  private void put(GrantId id) {
    GrantRequest body = bodies.computeIfAbsent(id, unused -> body());
    String what =
        "PUT " + id + " " + body.sizeGiB() + " GiB of " + body.poolId() + " on " + body.hostId();
    Manager manager = world.anyManager();
    world
        .network()
        .send(
            what + " to " + manager.name(),
            () ->
                manager.serve(
                    what,
                    serving -> new Grants(serving.ledger()).put(id, body),
                    outcome -> answered(id, what, outcome)));
  }

  private GrantRequest body() {
    return new GrantRequest(
        world.dice().pick(world.hosts()).hostId(),
        world.dice().pick(World.POOLS),
        1 + world.dice().below(LARGEST));
  }

  private void answered(GrantId id, String what, PutOutcome outcome) {
    if (outcome instanceof PutOutcome.Created || outcome instanceof PutOutcome.Exists) {
      world.network().send("answer: " + what, () -> world.verifier().acknowledged(id));
    }
  }

  /** Nobody leaves soon, or at all. */
  void stay() {
    world.store().grants().stream()
        .filter(grant -> grant.state().live())
        .forEach(grant -> departure(grant.id(), world.dice().oneIn(2), LATER));
  }

  /** Says that a VM leaves, that it leaves much later, or that it does not leave after all. */
  private void departure(GrantId id) {
    departure(id, world.dice().below(3) > 0, world.dice().oneIn(3) ? LATER : 0);
  }

  private void departure(GrantId id, boolean leaves, long inMillis) {
    String what = (leaves ? "PUT" : "DELETE") + " departure of " + id + " in " + inMillis + " ms";
    Manager manager = world.anyManager();
    world
        .network()
        .send(
            what + " to " + manager.name(),
            () ->
                manager.serve(
                    what,
                    serving -> {
                      Departures departures = new Departures(serving.ledger(), 0);
                      if (leaves) {
                        return departures.say(id, inMillis).toString();
                      }
                      departures.takeBack(id);
                      return "it stays";
                    },
                    outcome -> {}));
  }

  private void withdraw(GrantId id) {
    String what = "DELETE " + id;
    Manager manager = world.anyManager();
    world
        .network()
        .send(
            what + " to " + manager.name(),
            () ->
                manager.serve(
                    what,
                    serving -> new Grants(serving.ledger()).withdraw(id),
                    view ->
                        world
                            .network()
                            .send("answer: " + what, () -> world.verifier().withdrawn(id))));
  }
}
