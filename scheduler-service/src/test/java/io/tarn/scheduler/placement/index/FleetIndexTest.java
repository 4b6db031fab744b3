package io.tarn.scheduler.placement.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tarn.contracts.placement.HostSpec;
import io.tarn.scheduler.host.HostState;
import io.tarn.scheduler.host.PoolState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The index answers as a look at every host does, whatever happened to it before. */
class FleetIndexTest {

  private static final Weights STANDARD = new Weights(0.5, 0.3, 0.2);
  private static final int KEPT = 5;

  @Property(tries = 300)
  void best_scoresAsAScanDoes(@ForAll long seed) {
    Random random = new Random(seed);
    Weights weights = weights(random);
    RandomFleet fleet = new RandomFleet(random, 1 + random.nextInt(40), 1 + random.nextInt(6));
    FleetIndex index = new FleetIndex(weights);
    for (int step = 0; step < 120; step++) {
      fleet.change(index);
      Demand demand = fleet.demand();
      List<Found> found = index.best(demand, KEPT);
      List<Double> scanned = fleet.scan(demand, weights);
      assertThat(found).hasSize(Math.min(KEPT, scanned.size()));
      Set<String> places = new HashSet<>();
      for (int at = 0; at < found.size(); at++) {
        Found place = found.get(at);
        assertThat(place.score()).isCloseTo(scanned.get(at), within(1e-9));
        assertThat(fleet.holds(place.host(), place.pool(), demand)).isTrue();
        assertThat(places.add(place.host().hostId() + " " + place.pool())).isTrue();
      }
    }
  }

  @Test
  void best_prefersTheHostNearItsMemoryPerCoreLine() {
    FleetIndex index = new FleetIndex(STANDARD);
    // of 8 cores and 32 GiB, what is left free: 2 and 16, 4 and 16, 6 and 16
    index.put(host("lopsided", 4, 20 * 1024L));
    index.put(host("even", 6, 20 * 1024L));
    index.put(host("idle", 8, 20 * 1024L));

    List<Found> found = index.best(demand(2, 4 * 1024L, 0), KEPT);

    assertThat(found)
        .extracting(one -> one.host().hostId())
        .containsExactly("even", "lopsided", "idle");
    // 0.5 x 1 + 0.3 x 0.5 + 0.2; 0.5 x 0.75 + 0.3 x 0.625 + 0.2; 0.5 x 0.75 + 0.3 x 0.375 + 0.2
    assertThat(found.get(0).score()).isCloseTo(0.85, within(1e-12));
    assertThat(found.get(1).score()).isCloseTo(0.7625, within(1e-12));
    assertThat(found.get(2).score()).isCloseTo(0.6875, within(1e-12));
  }

  @Test
  void best_countsEveryMibOfRoom() {
    FleetIndex index = new FleetIndex(STANDARD);
    index.put(host("short", 8, 4 * 1024L + 255));
    index.put(host("just", 8, 4 * 1024L + 256));

    assertThat(index.best(demand(1, 4 * 1024L + 256, 0), KEPT))
        .extracting(one -> one.host().hostId())
        .containsExactly("just");
    assertThat(index.best(demand(1, 4 * 1024L + 257, 0), KEPT)).isEmpty();
  }

  @Test
  void best_countsEveryGibOfAPool() {
    FleetIndex index = new FleetIndex(STANDARD);
    index.put(host("a", 8, 8 * 1024L));
    index.put(new PoolState("p0", 512, 9, false, Set.of("a")));

    assertThat(index.best(demand(1, 1024, 10), KEPT)).isEmpty();
    index.put(new PoolState("p0", 512, 10, false, Set.of("a")));
    assertThat(index.best(demand(1, 1024, 10), KEPT)).hasSize(1);
    index.removePool("p0");
    assertThat(index.best(demand(1, 1024, 10), KEPT)).isEmpty();
  }

  @Test
  void weights_notAboveZero_areRefused() {
    assertThatThrownBy(() -> new Weights(0, 0, 0)).hasMessageContaining("not all 0");
    assertThatThrownBy(() -> new Weights(-1, 1, 1)).hasMessageContaining("0 or more");
    assertThatThrownBy(() -> new Weights(Double.NaN, 1, 1)).hasMessageContaining("0 or more");
  }

  /** Of 8 cores and 32 GiB, wired to p0. */
  private static HostState host(String id, int freeVcpus, long freeMiB) {
    HostSpec spec = new HostSpec(8, 32 * 1024L, 0, 0, null, List.of("p0"), Map.of());
    return new HostState(id, spec, false, 8 - freeVcpus, 32 * 1024L - freeMiB, 1, 1);
  }

  private static Demand demand(int vcpus, long localMiB, int poolGiB) {
    return new Demand(vcpus, localMiB, poolGiB, Map.of(), Set.of(), Set.of());
  }

  private static Weights weights(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> STANDARD;
      case 1 -> new Weights(0.1, 0.8, 0.1);
      case 2 -> new Weights(0, 1, 0);
      default -> new Weights(random.nextDouble(), random.nextDouble(), random.nextDouble() + 0.01);
    };
  }

  /** A fleet that changes at random, and what a scan of it says. */
  private static final class RandomFleet {

    private static final int[] VCPUS = {8, 16, 24};
    private static final long[] MIB = {16 * 1024L, 40 * 1024L + 300, 64 * 1024L};
    private static final int[] POOL_GIB = {0, 7, 64, 500};

    private final Random random;
    private final int mostHosts;
    private final int mostPools;
    private final Map<String, HostState> hosts = new TreeMap<>();
    private final Map<String, PoolState> pools = new TreeMap<>();

    RandomFleet(Random random, int mostHosts, int mostPools) {
      this.random = random;
      this.mostHosts = mostHosts;
      this.mostPools = mostPools;
    }

    void change(FleetIndex index) {
      int kind = random.nextInt(10);
      if (kind == 0) {
        String id = "p" + random.nextInt(mostPools);
        pools.remove(id);
        index.removePool(id);
      } else if (kind < 4) {
        PoolState pool = pool("p" + random.nextInt(mostPools));
        pools.put(pool.poolId(), pool);
        index.put(pool);
      } else {
        HostState host = host("h" + random.nextInt(mostHosts));
        hosts.put(host.hostId(), host);
        index.put(host);
      }
    }

    private HostState host(String id) {
      HostState before = hosts.get(id);
      HostSpec spec = before == null || random.nextInt(4) == 0 ? spec() : before.spec();
      int vcpus = random.nextInt(spec.vcpus() - spec.reservedVcpus() + 1);
      long usableGiB = (spec.localMiB() - spec.reservedMiB()) / 1024;
      long mib = random.nextInt((int) usableGiB + 1) * 1024L;
      long odd = random.nextInt(3) == 0 ? Math.min(mib, random.nextInt(4) * 256L) : 0;
      return new HostState(id, spec, random.nextInt(8) == 0, vcpus, mib - odd, 1, 1);
    }

    private HostSpec spec() {
      List<String> wired = new ArrayList<>();
      for (int pool = 0; pool < mostPools; pool++) {
        if (random.nextInt(3) == 0) {
          wired.add("p" + pool);
        }
      }
      Map<String, String> labels = random.nextInt(2) == 0 ? Map.of() : labels();
      return new HostSpec(
          VCPUS[random.nextInt(VCPUS.length)],
          MIB[random.nextInt(MIB.length)],
          random.nextInt(3),
          random.nextInt(2) * 1024L,
          null,
          wired,
          labels);
    }

    private Map<String, String> labels() {
      return random.nextBoolean() ? Map.of("gpu", "a") : Map.of("gpu", "a", "zone", "1");
    }

    private PoolState pool(String id) {
      int capacity = POOL_GIB[random.nextInt(POOL_GIB.length)];
      Set<String> wired = new HashSet<>();
      for (int host = 0; host < mostHosts; host++) {
        if (random.nextInt(4) > 0) {
          wired.add("h" + host);
        }
      }
      return new PoolState(
          id, capacity, random.nextInt(capacity + 1), random.nextInt(8) == 0, wired);
    }

    Demand demand() {
      int poolGiB = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(20);
      return new Demand(
          1 + random.nextInt(6),
          random.nextInt(24) * 1024L + random.nextInt(3) * 256L,
          poolGiB,
          random.nextInt(3) == 0 ? Map.of("gpu", "a") : Map.of(),
          random.nextInt(3) == 0 ? Set.of("h0", "h1") : Set.of(),
          random.nextInt(3) == 0 ? Set.of("p0") : Set.of());
    }

    /** The scores of every place with room, the best first. */
    List<Double> scan(Demand demand, Weights weights) {
      List<Double> scores = new ArrayList<>();
      for (HostState host : hosts.values()) {
        if (demand.poolGiB() == 0) {
          if (holds(host, null, demand)) {
            scores.add(score(host, null, demand, weights));
          }
          continue;
        }
        for (String poolId : host.pools()) {
          PoolState pool = pools.get(poolId);
          if (pool != null && holds(host, pool, demand)) {
            scores.add(score(host, pool, demand, weights));
          }
        }
      }
      scores.sort(Comparator.reverseOrder());
      return scores;
    }

    boolean holds(HostState host, @Nullable PoolState pool, Demand demand) {
      boolean alone =
          host.equals(hosts.get(host.hostId()))
              && !host.cordoned()
              && host.labels().entrySet().containsAll(demand.labels().entrySet())
              && !demand.hostsOut().contains(host.hostId())
              && host.freeVcpus() >= demand.vcpus()
              && host.freeLocalMiB() >= demand.localMiB();
      if (demand.poolGiB() == 0) {
        return alone && pool == null;
      }
      return alone
          && pool != null
          && pool.equals(pools.get(pool.poolId()))
          && host.pools().contains(pool.poolId())
          && pool.hosts().contains(host.hostId())
          && !pool.failed()
          && !demand.poolsOut().contains(pool.poolId())
          && pool.freeGiB() >= demand.poolGiB();
    }

    /** As {@link Weights} defines it, in whole GiB and steps of an eighth. */
    private static double score(
        HostState host, @Nullable PoolState pool, Demand demand, Weights weights) {
      double cores = (double) (host.freeVcpus() - demand.vcpus()) / host.usableVcpus();
      double left = Math.floor(host.freeLocalMiB() / 1024.0) * 1024 - demand.localMiB();
      double memory = Math.max(0, left / host.usableLocalMiB());
      double balance = 1;
      if (pool != null) {
        double free = Math.floor(8.0 * pool.freeGiB() / pool.capacityGiB()) / 8;
        balance = Math.max(0, free - (double) demand.poolGiB() / pool.capacityGiB());
      }
      return (weights.memoryPerCore() * (1 - Math.abs(memory - cores))
              + weights.bestFit() * (1 - (memory + cores) / 2)
              + weights.poolBalance() * balance)
          / (weights.memoryPerCore() + weights.bestFit() + weights.poolBalance());
    }
  }
}
