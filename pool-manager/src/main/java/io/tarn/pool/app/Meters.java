package io.tarn.pool.app;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.tarn.contracts.pool.PoolAudit;
import io.tarn.contracts.pool.PoolBuffer;
import io.tarn.contracts.pool.PoolView;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.audit.AuditObserver;
import io.tarn.pool.buffer.BufferObserver;
import io.tarn.pool.device.DriverObserver;
import io.tarn.pool.feed.CommandFeed;
import io.tarn.pool.fence.Rejections;
import io.tarn.pool.ledger.WayBack;
import io.tarn.pool.pool.PoolStore;
import io.tarn.pool.store.GrantTimes;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/** The service's metrics. */
final class Meters
    implements DriverObserver, GrantTimes, Rejections, AuditObserver, BufferObserver {

  /** How old the counts of slices may be. */
  static final Duration CENSUS_PAUSE = Duration.ofSeconds(5);

  private static final String POOL = "pool";
  private static final int POOLS_PER_PAGE = 1000;

  private final MeterRegistry registry;
  private final PoolStore store;
  private final Timer online;
  private final Counter recalls;
  private final DistributionSummary groups;
  private final Map<WayBack, Timer> released = new EnumMap<>(WayBack.class);
  private final Map<String, Map<PoolAudit.Kind, Integer>> differences = new ConcurrentHashMap<>();
  private final Map<String, Map<SliceState, Integer>> slices = new ConcurrentHashMap<>();
  private final Map<String, PoolBuffer> buffers = new ConcurrentHashMap<>();

  Meters(MeterRegistry registry, PoolStore store) {
    this.registry = registry;
    this.store = store;
    this.online =
        Timer.builder("tarn.pool.grant.online")
            .description("from the commit of a grant until its last slice was seen online")
            .publishPercentileHistogram()
            .register(registry);
    this.recalls =
        Counter.builder("tarn.pool.recalls")
            .description("slices that a host could not give up and was asked for again")
            .register(registry);
    this.groups =
        DistributionSummary.builder("tarn.pool.grant.group")
            .description("grants that were asked for in one transaction")
            .register(registry);
    for (WayBack way : WayBack.values()) {
      released.put(
          way,
          Timer.builder("tarn.pool.grant.released")
              .description(
                  "from asking a grant back, or losing it with its EMC, until its last slice was"
                      + " free; by the worst that befell one of its slices on the way")
              .tag("cause", way.name().toLowerCase(Locale.ROOT))
              .publishPercentileHistogram()
              .register(registry));
    }
  }

  /** Publishes how many hosts wait. */
  void watch(CommandFeed feed) {
    Gauge.builder("tarn.pool.feed.waiting.hosts", feed, CommandFeed::waitingHosts)
        .description("hosts that wait for their next command at this replica")
        .register(registry);
  }

  /** Grants are asked for in one transaction. */
  void group(int size) {
    groups.record(size);
  }

  /** Stuck slices were asked for again. */
  void recalled(int count) {
    recalls.increment(count);
  }

  /** Counts the slices of every pool. */
  void count() {
    String after = "";
    List<PoolView> page;
    do {
      page = store.page(after, POOLS_PER_PAGE);
      for (PoolView pool : page) {
        if (slices.put(pool.poolId(), pool.slices()) == null) {
          register(pool.poolId());
        }
        after = pool.poolId();
      }
    } while (page.size() == POOLS_PER_PAGE);
  }

  private void register(String poolId) {
    for (SliceState state : SliceState.values()) {
      Gauge.builder(
              "tarn.pool.slices",
              () -> slices.getOrDefault(poolId, Map.of()).getOrDefault(state, 0))
          .description("slices by state, counted every few seconds")
          .tag(POOL, poolId)
          .tag("state", state.name())
          .register(registry);
    }
  }

  @Override
  public void started(String poolId, PoolStatus status) {
    Gauge.builder("tarn.pool.lease.held", () -> status.leads() ? 1 : 0)
        .description("1 while this replica drives the pool's device")
        .tag(POOL, poolId)
        .register(registry);
    Gauge.builder("tarn.pool.device.differing", status::differing)
        .description("entries of the device's table that are not as recorded, now")
        .tag(POOL, poolId)
        .register(registry);
  }

  @Override
  public void differed(String poolId, int entries) {
    counter("tarn.pool.device.mismatches", "entries found not as recorded", poolId)
        .increment(entries);
  }

  @Override
  public void undone(String poolId, int steps) {
    counter(
            "tarn.pool.device.undone",
            "steps asked of the device and not found in its table",
            poolId)
        .increment(steps);
  }

  @Override
  public void unreachable(String poolId) {
    counter("tarn.pool.device.unreachable", "passes that the device did not answer", poolId)
        .increment();
  }

  @Override
  public void wrongDevice(String poolId) {
    counter("tarn.pool.device.wrong", "passes in which another device answered", poolId)
        .increment();
  }

  @Override
  public void deposed(String poolId) {
    rejected("leader", 1);
  }

  @Override
  public void observations(int count) {
    rejected("observation", count);
  }

  @Override
  public void grant() {
    rejected("grant", 1);
  }

  private void rejected(String what, int count) {
    Counter.builder("tarn.pool.fencing.rejections")
        .description("what was refused of fenced hosts and of leaders that lead no more")
        .tag("what", what)
        .register(registry)
        .increment(count);
  }

  @Override
  public void audited(PoolAudit audit) {
    Map<PoolAudit.Kind, Integer> found = new ConcurrentHashMap<>();
    audit.differences().forEach(difference -> found.merge(difference.kind(), 1, Integer::sum));
    String poolId = audit.poolId();
    if (differences.put(poolId, found) == null) {
      for (PoolAudit.Kind kind : PoolAudit.Kind.values()) {
        Gauge.builder(
                "tarn.pool.audit.differences",
                () -> differences.getOrDefault(poolId, Map.of()).getOrDefault(kind, 0))
            .description("what the last audit of this replica found not to fit")
            .tag(POOL, poolId)
            .tag("kind", kind.name())
            .register(registry);
      }
    }
  }

  @Override
  public void looked(PoolBuffer buffer) {
    String poolId = buffer.poolId();
    if (buffers.put(poolId, buffer) == null) {
      buffer(poolId, "headroom", "GiB free beyond what grants may ask for", b -> b.headroomGiB());
      buffer(poolId, "target", "GiB that grants may ask for", b -> b.targetGiB());
      buffer(
          poolId,
          "low",
          "1 while what is free does not cover what grants may ask for",
          b -> b.state() == PoolBuffer.State.LOW ? 1 : 0);
    }
  }

  private void buffer(
      String poolId, String what, String description, ToDoubleFunction<PoolBuffer> value) {
    Gauge.builder(
            "tarn.pool.buffer." + what,
            () -> {
              PoolBuffer now = buffers.get(poolId);
              return now == null ? 0 : value.applyAsDouble(now);
            })
        .description(description)
        .tag(POOL, poolId)
        .register(registry);
  }

  @Override
  public void online(Duration took) {
    online.record(took);
  }

  @Override
  public void released(WayBack way, Duration took) {
    Objects.requireNonNull(released.get(way)).record(took);
  }

  private Counter counter(String name, String description, String poolId) {
    return Counter.builder(name).description(description).tag(POOL, poolId).register(registry);
  }
}
