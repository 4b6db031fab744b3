package io.tarn.local.storm;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantState;
import io.tarn.local.home.CannotStart;
import io.tarn.local.plan.StackFile;
import io.tarn.local.rest.Reply;
import io.tarn.local.rest.RestClient;
import io.tarn.local.stack.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Stops the leader of a pool past its lease while its call for a grant is on its way to the device:
 * the device holds the call back. Meanwhile the other replica leads, the grant is withdrawn, and
 * the same slices, all that the pool has, are granted to another host. Then the late call comes,
 * and the leader wakes.
 */
final class SleepingLeader {

  private static final Duration ASLEEP = Duration.ofSeconds(15);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration CALL_ARRIVES = Duration.ofSeconds(10);

  /** The call comes this late: time enough to follow, to withdraw and to grant anew. */
  private static final int LATE_MILLIS = 10_000;

  private final RestClient rest;
  private final StackFile stack;
  private final Leaders leaders;
  private final Weather weather;
  private final GrantClient client;
  private final GrantLedger ledger;
  private final Progress progress;
  private final String pool;
  private int nights;

  /**
   * @param rest makes the calls to the device; gives up on one that is silent for a while
   * @param stack where everything is
   * @param leaders knows who leads
   * @param weather stops processes
   * @param client asks for grants; nobody else has any on this pool
   * @param ledger of all clients
   * @param progress told what happens
   * @param pool whose leader is stopped
   */
  SleepingLeader(
      RestClient rest,
      StackFile stack,
      Leaders leaders,
      Weather weather,
      GrantClient client,
      GrantLedger ledger,
      Progress progress,
      String pool) {
    this.rest = rest;
    this.stack = stack;
    this.leaders = leaders;
    this.weather = weather;
    this.client = client;
    this.ledger = ledger;
    this.progress = progress;
    this.pool = pool;
  }

  /**
   * What came of it.
   *
   * @param leader who was stopped
   * @param held whether its call was on the way then
   * @param deposed whether the other replica led while it was stopped
   * @param regranted whether the same slices were granted anew before the call came
   */
  record Night(String leader, boolean held, boolean deposed, boolean regranted) {}

  /**
   * Does it once; everything is ready before, and nothing else befalls the stack meanwhile.
   *
   * @throws IOException when nobody leads, or the pool is not free
   */
  Night sleep() throws CannotStart, IOException, InterruptedException {
    nights++;
    GrantId first = new GrantId("night-" + nights, 1);
    GrantId second = new GrantId("night-" + nights, 2);
    Patience.await(PATIENCE, () -> leaders.of(pool).isPresent());
    Leaders.Replica leader =
        leaders.of(pool).orElseThrow(() -> new IOException("nobody leads " + pool));
    Patience.await(PATIENCE, this::holdBackNextCall);
    if (!client.grant(first, request(0))) {
      throw new IOException(pool + " is not free");
    }
    boolean held = Patience.await(CALL_ARRIVES, () -> calls("fired") == 1);
    Night night = whileAsleep(leader, held, first, second);
    // the late call first, so that what it does is seen
    Patience.await(PATIENCE, () -> calls("done") == calls("fired"));
    if (ledger.open().contains(second)) {
      await(client, second, GrantState.ONLINE, PATIENCE);
      client.withdraw(second);
      await(client, second, GrantState.RELEASED, PATIENCE);
    }
    await(client, first, GrantState.RELEASED, PATIENCE);
    return night;
  }

  private Night whileAsleep(Leaders.Replica leader, boolean held, GrantId first, GrantId second)
      throws CannotStart, IOException, InterruptedException {
    int other = 1 - leader.index();
    GrantClient awake = client.preferring(other);
    Pauses.Pause asleep = weather.stop(leader.name());
    try {
      progress.say("  stopped " + leader.name() + ", the leader of " + pool + ", past its lease");
      boolean deposed = Patience.await(ASLEEP, () -> leaders.leads(other, pool));
      if (leader.index() == 0) {
        // the hosts talk to this replica alone, so nothing can go off line before it wakes
        awake.withdraw(first);
        return new Night(leader.name(), held, deposed, false);
      }
      await(awake, first, GrantState.ONLINE, ASLEEP);
      awake.withdraw(first);
      await(awake, first, GrantState.RELEASED, ASLEEP);
      boolean granted = awake.grant(second, request(nights));
      if (granted) {
        await(awake, second, GrantState.ONLINE, ASLEEP);
      }
      return new Night(leader.name(), held, deposed, granted && held && callIsStillHeld());
    } finally {
      asleep.close();
    }
  }

  /** All of the pool, for one of its hosts. */
  private GrantRequest request(int host) {
    List<String> hosts = stack.options().cluster().hostsOf(pool);
    return new GrantRequest(
        hosts.get(host % hosts.size()), pool, stack.options().cluster().poolGiB());
  }

  private void await(GrantClient asked, GrantId id, GrantState state, Duration longest)
      throws InterruptedException {
    Patience.await(longest, () -> asked.look(ledger.promise(id)) == state);
  }

  private boolean callIsStillHeld() throws InterruptedException {
    int[] over = {1};
    Patience.await(
        CALL_ARRIVES,
        () -> {
          over[0] = calls("done");
          return true;
        });
    return over[0] == 0;
  }

  private boolean holdBackNextCall() throws IOException, InterruptedException {
    Map<String, Object> late =
        Map.of("kind", "SLOW", "calls", List.of("CHANGE"), "times", 1, "millis", LATE_MILLIS);
    return rest.call("PUT", faults(), Map.of("faults", List.of(late))).ok();
  }

  /** How many calls were held back so far, or are over. */
  private int calls(String which) throws IOException, InterruptedException {
    Reply reply = rest.call("GET", faults(), null);
    if (!reply.ok()) {
      throw new IOException("the device of " + pool + " does not say: " + reply.detail());
    }
    return reply.body().path("faults").path(0).path(which).asInt(0);
  }

  private String faults() {
    return stack.emulator() + "/v1/emcs/" + pool + "/faults";
  }
}
