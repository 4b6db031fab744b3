package io.tarn.local.storm;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One client that asks for grants, asks again, asks wrongly and gives back, until it is told. */
final class LoadClient implements Runnable {

  private static final int MOST_LIVE = 2;
  private static final int MOST_REMEMBERED = 50;
  private static final int LARGEST_GIB = 3;
  private static final int LONGEST_PAUSE_MILLIS = 80;

  private final String name;
  private final GrantClient client;
  private final GrantLedger ledger;
  private final Map<String, List<String>> hostsOfPools;
  private final Tally documented;
  private final RandomGenerator random;
  private final BooleanSupplier goOn;
  private final List<GrantId> live = new ArrayList<>();
  private final List<GrantId> gone = new ArrayList<>();
  private final Map<String, Integer> newestAttempts = new HashMap<>();
  private int vms;

  /**
   * @param name that its VMs begin with
   * @param client asks
   * @param ledger of all clients
   * @param hostsOfPools where its grants may go
   * @param documented told when a request got no answer
   * @param random draws what it does
   * @param goOn whether to begin another request
   */
  LoadClient(
      String name,
      GrantClient client,
      GrantLedger ledger,
      Map<String, List<String>> hostsOfPools,
      Tally documented,
      RandomGenerator random,
      BooleanSupplier goOn) {
    this.name = name;
    this.client = client;
    this.ledger = ledger;
    this.hostsOfPools = Map.copyOf(hostsOfPools);
    this.documented = documented;
    this.random = random;
    this.goOn = goOn;
  }

  @Override
  public void run() {
    try {
      while (goOn.getAsBoolean()) {
        try {
          act();
        } catch (IOException e) {
          documented.broken(String.valueOf(e.getMessage()));
          live.clear();
        }
        TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void act() throws IOException, InterruptedException {
    if (live.isEmpty()) {
      create();
      return;
    }
    GrantId id = one(live);
    switch (random.nextInt(10)) {
      case 0, 1, 2 -> {
        if (live.size() < MOST_LIVE) {
          create();
        } else {
          withdraw(id);
        }
      }
      case 3 -> withdraw(id);
      case 4, 5 -> client.repeat(ledger.promise(id));
      case 6 -> replace(id);
      case 7 -> askInVain(id);
      case 8 -> tombstone();
      default ->
          client.look(
              ledger.promise(gone.isEmpty() ? id : one(random.nextBoolean() ? live : gone)));
    }
  }

  private void create() throws IOException, InterruptedException {
    GrantId id = new GrantId(nextVm(), 1);
    if (client.grant(id, request())) {
      live.add(id);
    }
  }

  private void withdraw(GrantId id) throws IOException, InterruptedException {
    live.remove(id);
    client.withdraw(id);
    remember(id);
  }

  /** Asks for an attempt one or two later than any before, on any host. */
  private void replace(GrantId id) throws IOException, InterruptedException {
    live.remove(id);
    int attempt = newestAttempts.getOrDefault(id.vmId(), 1) + 1 + random.nextInt(2);
    newestAttempts.put(id.vmId(), attempt);
    GrantId next = new GrantId(id.vmId(), attempt);
    if (client.grant(next, request())) {
      live.add(next);
      remember(id);
    } else if (ledger.promise(id).standing() == Standing.LIVE) {
      live.add(id);
    } else {
      remember(id);
    }
  }

  private void askInVain(GrantId id) throws IOException, InterruptedException {
    GrantId skipped = skipped(id);
    if (skipped != null) {
      client.askForOlder(skipped, request());
    } else if (!gone.isEmpty() && random.nextBoolean()) {
      client.askForWithdrawn(one(gone), request());
    } else {
      client.differ(ledger.promise(id));
    }
  }

  /** The attempt before, if it was never heard of. */
  private @Nullable GrantId skipped(GrantId id) {
    if (id.attempt() == 1) {
      return null;
    }
    GrantId before = new GrantId(id.vmId(), id.attempt() - 1);
    return ledger.known(before) ? null : before;
  }

  private void tombstone() throws IOException, InterruptedException {
    GrantId id = new GrantId(nextVm(), 1);
    client.withdraw(id);
    client.askForWithdrawn(id, request());
  }

  private GrantRequest request() {
    List<String> pools = hostsOfPools.keySet().stream().sorted().toList();
    String pool = one(pools);
    return new GrantRequest(
        one(hostsOfPools.getOrDefault(pool, List.of())), pool, 1 + random.nextInt(LARGEST_GIB));
  }

  private String nextVm() {
    return name + "-" + ++vms;
  }

  private void remember(GrantId id) {
    gone.add(id);
    if (gone.size() > MOST_REMEMBERED) {
      gone.remove(0);
    }
  }

  private <T> T one(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }
}
