package io.tarn.pool.testing;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.PortView;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.ledger.Announcement;
import io.tarn.pool.ledger.Bells;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Departure;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Effects.NewBoot;
import io.tarn.pool.ledger.FenceChange;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.GrantChange;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.ledger.PoolChange;
import io.tarn.pool.ledger.RecallPace;
import io.tarn.pool.ledger.Said;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceChange;
import io.tarn.pool.slice.SliceKey;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The record in memory; one transaction at a time. */
public final class InMemoryLedger implements Ledger, Books {

  private final Map<String, Pool> pools = new TreeMap<>();
  private final Map<String, PortView> ports = new TreeMap<>();
  private final Map<String, Host> hosts = new TreeMap<>();
  private final Map<String, Integer> attempts = new HashMap<>();
  private final Map<String, Grant> grants = new TreeMap<>();
  private final Map<SliceKey, Slice> slices = new TreeMap<>();
  private final Map<GrantId, Departure> departures = new HashMap<>();
  private final Map<String, Said> said = new TreeMap<>();
  private final Set<String> executedPlans = new HashSet<>();
  private final List<Command> commands = new ArrayList<>();
  private final List<Announcement> announcements = new ArrayList<>();
  private final Bells bells = Bells.silent();
  private final InMemoryOperations operations = new InMemoryOperations();

  /** Adds a pool whose slices are all FREE and whose device is not known. */
  public void pool(String poolId, int capacityGiB) {
    pool(poolId, capacityGiB, null);
  }

  /** Adds a pool whose slices are all FREE. */
  public synchronized void pool(String poolId, int capacityGiB, @Nullable UUID deviceId) {
    URI emc = URI.create("http://emc/" + poolId);
    pools.put(poolId, new Pool(poolId, capacityGiB, emc, deviceId, 1, false));
    for (int number = 0; number < capacityGiB; number++) {
      SliceKey key = new SliceKey(poolId, number);
      slices.put(key, Slice.free(key, 0));
    }
  }

  /** Wires a host to the next port of a pool. */
  public synchronized void wire(String poolId, String hostId) {
    hosts.putIfAbsent(hostId, new Host(hostId, null, null, null, 0));
    ports.put(poolId + "/" + hostId, new PortView(poolId, hostId, ports(poolId).size()));
  }

  /** Puts a slice into the record by another hand, past every rule. */
  public synchronized void overwrite(Slice slice) {
    slices.put(slice.key(), slice);
  }

  /** Puts a grant into the record by another hand, past every rule. */
  public synchronized void overwrite(Grant grant) {
    grants.put(grant.id().toString(), grant);
  }

  /** Every slice. */
  public synchronized List<Slice> all() {
    return List.copyOf(slices.values());
  }

  /** Every grant. */
  public synchronized List<Grant> allGrants() {
    return List.copyOf(grants.values());
  }

  /** A host's feed. */
  public synchronized List<Command> feed(String hostId) {
    return commands.stream().filter(command -> command.hostId().equals(hostId)).toList();
  }

  /** What was announced. */
  public synchronized List<Announcement> announced() {
    return List.copyOf(announcements);
  }

  @Override
  public synchronized <T> T decide(Function<Books, Decision<T>> work) {
    Decision<T> decision = work.apply(this);
    write(decision.effects());
    bells.committed(decision.effects());
    return decision.reply();
  }

  @Override
  public synchronized <T> T read(Function<Books, T> work) {
    return work.apply(this);
  }

  private void write(Effects effects) {
    effects.grants().forEach(this::write);
    effects.slices().forEach(this::write);
    NewBoot boot = effects.boot();
    if (boot != null) {
      hosts.computeIfPresent(
          boot.hostId(),
          (id, host) -> new Host(id, boot.report(), boot.refusal(), null, host.lastCommand()));
    }
    effects
        .said()
        .forEach(
            one ->
                said.put(one.hostId() + " " + one.seen().poolId() + "/" + one.seen().slice(), one));
    String plan = effects.executedPlan();
    if (plan != null) {
      executedPlans.add(plan);
    }
    FenceChange fence = effects.fence();
    if (fence != null) {
      hosts.computeIfPresent(fence.hostId(), (id, host) -> fenced(host, fence));
    }
    effects.pools().forEach(this::write);
    effects.operations().forEach(operations::write);
    for (Command command : effects.commands()) {
      commands.add(command);
      hosts.computeIfPresent(
          command.hostId(),
          (id, host) ->
              new Host(id, host.boot(), host.refusal(), host.fence(), host.lastCommand() + 1));
    }
    announcements.addAll(effects.announcements());
  }

  private void write(PoolChange change) {
    if (change instanceof PoolChange.Failed failed) {
      pools.computeIfPresent(
          failed.poolId(),
          (id, pool) ->
              new Pool(
                  id, pool.capacityGiB(), pool.emc(), pool.deviceId(), pool.incarnation(), true));
    } else if (change instanceof PoolChange.Replaced replaced) {
      pools.computeIfPresent(
          replaced.poolId(),
          (id, pool) ->
              new Pool(
                  id,
                  pool.capacityGiB(),
                  replaced.emc(),
                  replaced.deviceId(),
                  replaced.incarnation(),
                  false));
    } else if (change instanceof PoolChange.Identified identified) {
      pools.computeIfPresent(
          identified.poolId(), (id, pool) -> pool.servedBy(identified.deviceId()));
    }
    long known = pools.values().stream().map(Pool::deviceId).filter(Objects::nonNull).count();
    require(
        pools.values().stream().map(Pool::deviceId).filter(Objects::nonNull).distinct().count()
            == known,
        "a device serves two pools: " + pools);
  }

  private void write(GrantChange change) {
    if (change instanceof GrantChange.Recorded recorded) {
      GrantId id = recorded.grant().id();
      require(grants.put(id.toString(), recorded.grant()) == null, "grant twice: " + id);
      attempts.merge(id.vmId(), id.attempt(), Math::max);
    } else if (change instanceof GrantChange.Moved moved) {
      require(
          grants.put(moved.grant().id().toString(), moved.grant()) != null,
          "no grant " + moved.grant());
      if (moved.grant().state() == GrantState.GRANTED) {
        drainTold(moved.grant().id(), false);
      }
    } else if (change instanceof GrantChange.Departing departing) {
      Long inMillis = departing.inMillis();
      Departure before = departures.remove(departing.id());
      if (inMillis != null) {
        boolean told = before != null && before.drainTold() && departing.staysDrained();
        departures.put(departing.id(), new Departure(departing.id(), inMillis, told, 0, false));
      }
    } else if (change instanceof GrantChange.DrainTold told) {
      drainTold(told.id(), true);
    }
  }

  private void drainTold(GrantId grantId, boolean told) {
    departures.computeIfPresent(
        grantId, (id, known) -> new Departure(id, known.leavesAtMillis(), told, 0, false));
  }

  private void write(SliceChange change) {
    require(
        change.before().equals(slices.put(change.before().key(), change.after())),
        "an old slice was decided on: " + change);
  }

  @Override
  public int lockAttempt(String vmId) {
    return attempts.getOrDefault(vmId, 0);
  }

  @Override
  public Optional<Grant> grant(GrantId id) {
    return Optional.ofNullable(grants.get(id.toString()));
  }

  @Override
  public Optional<Grant> liveGrant(String vmId) {
    return grants.values().stream()
        .filter(grant -> grant.id().vmId().equals(vmId) && grant.state().live())
        .findFirst();
  }

  @Override
  public List<Grant> lockGrants(Collection<String> grantIds) {
    return grantIds.stream().sorted().flatMap(id -> Stream.ofNullable(grants.get(id))).toList();
  }

  @Override
  public List<Grant> lockUnfinished(String hostId) {
    return lockGrants(unfinished(hostId));
  }

  @Override
  public List<String> unfinished(String hostId) {
    return slices.values().stream()
        .filter(slice -> slice.grantId() != null)
        .map(slice -> String.valueOf(slice.grantId()))
        .distinct()
        .filter(
            id -> {
              Grant grant = grants.get(id);
              return grant != null && hostId.equals(grant.granted().hostId());
            })
        .toList();
  }

  @Override
  public List<Slice> lockSlicesOf(Collection<String> grantIds) {
    return where(slice -> slice.grantId() != null && grantIds.contains(slice.grantId()));
  }

  @Override
  public List<Grant> lockUnfinishedOf(String poolId) {
    return grants.values().stream()
        .filter(grant -> unfinished(grant.state()))
        .filter(grant -> poolId.equals(grant.granted().poolId()))
        .toList();
  }

  private static boolean unfinished(GrantState state) {
    return switch (state) {
      case GRANTED, ONLINE, RELEASING, LOST -> true;
      case RELEASED, WITHDRAWN -> false;
    };
  }

  @Override
  public Optional<Departure> departure(GrantId id) {
    return Optional.ofNullable(departures.get(id)).filter(known -> live(id));
  }

  private boolean live(GrantId id) {
    Grant grant = grants.get(id.toString());
    return grant != null && grant.state().live();
  }

  /** Time is not kept here: they leave as soon as was said, whenever that was. */
  @Override
  public List<GrantId> drainable(Collection<String> poolIds, long aheadMillis, int most) {
    return grants.values().stream()
        .filter(grant -> grant.state() == GrantState.ONLINE)
        .filter(grant -> poolIds.contains(grant.granted().poolId()))
        .map(Grant::id)
        .filter(id -> departure(id).filter(known -> isDue(known, aheadMillis)).isPresent())
        .limit(most)
        .toList();
  }

  private static boolean isDue(Departure known, long aheadMillis) {
    return !known.drainTold() && known.leavesAtMillis() <= aheadMillis;
  }

  /** Pauses are left out: time is not kept here. */
  @Override
  public List<Slice> recallable(Collection<String> poolIds, RecallPace pace, int most) {
    return where(
            slice ->
                slice.state() == SliceState.QUARANTINED
                    && !slice.fenced()
                    && slice.tries() < pace.budget()
                    && poolIds.contains(slice.key().poolId()))
        .stream()
        .limit(most)
        .toList();
  }

  @Override
  public List<Slice> lockSlicesOfPool(String poolId) {
    return where(slice -> slice.key().poolId().equals(poolId));
  }

  @Override
  public List<Slice> lockSlices(Collection<String> grantIds, Collection<SliceKey> keys) {
    return where(
        slice ->
            keys.contains(slice.key())
                || (slice.grantId() != null && grantIds.contains(slice.grantId())));
  }

  @Override
  public List<Slice> slicesOf(GrantId id) {
    return where(slice -> id.toString().equals(slice.grantId()));
  }

  @Override
  public List<Slice> slices(Collection<SliceKey> keys) {
    return where(slice -> keys.contains(slice.key()));
  }

  @Override
  public long askedBackBy(Slice slice) {
    List<Command> feed = feed(String.valueOf(slice.hostId()));
    for (int last = feed.size(); last > 0; last--) {
      Command command = feed.get(last - 1);
      if (command.kind() == HostCommand.Kind.OFFLINE
          && command.grantId().equals(slice.grantId())
          && command.poolId().equals(slice.key().poolId())
          && command.slices().contains(slice.ref())) {
        return last;
      }
    }
    return 0;
  }

  @Override
  public List<Slice> deviceWork(String poolId, int most) {
    Pool pool = pools.get(poolId);
    return pool == null || pool.failed()
        ? List.of()
        : where(slice -> slice.key().poolId().equals(poolId) && slice.needsDevice());
  }

  @Override
  public Map<String, Integer> deviceWorkByPool() {
    Map<String, Integer> waiting = new HashMap<>();
    pools.keySet().forEach(poolId -> waiting.put(poolId, deviceWork(poolId, 1024).size()));
    return waiting;
  }

  @Override
  public List<Slice> takeFree(String poolId, int count) {
    return where(slice -> slice.key().poolId().equals(poolId) && slice.state() == SliceState.FREE)
        .stream()
        .limit(count)
        .toList();
  }

  @Override
  public Optional<Host> lockHost(String hostId) {
    return host(hostId);
  }

  @Override
  public Optional<Host> host(String hostId) {
    return Optional.ofNullable(hosts.get(hostId));
  }

  @Override
  public Optional<Pool> pool(String poolId) {
    return Optional.ofNullable(pools.get(poolId));
  }

  @Override
  public Optional<Pool> lockPool(String poolId) {
    return pool(poolId);
  }

  /** What hosts last said of slices. */
  public synchronized List<Said> said() {
    return List.copyOf(said.values());
  }

  @Override
  public boolean lockPlan(String planId) {
    return !executedPlans.contains(planId);
  }

  @Override
  public void lockPortsOf(String poolId) {}

  private static Host fenced(Host host, FenceChange fence) {
    String refusal = fence instanceof FenceChange.Lifted lifted ? lifted.refusal() : host.refusal();
    String reason = fence instanceof FenceChange.Raised raised ? raised.reason() : null;
    return new Host(host.hostId(), host.boot(), refusal, reason, host.lastCommand());
  }

  @Override
  public InMemoryOperations operations() {
    return operations;
  }

  @Override
  public void lockPortsOfHost(String hostId) {}

  @Override
  public Optional<String> otherPoolOf(UUID deviceId, @Nullable URI emc, String poolId) {
    return pools.values().stream()
        .filter(pool -> !pool.poolId().equals(poolId))
        .filter(
            pool ->
                pool.deviceId() == null ? pool.emc().equals(emc) : pool.deviceId().equals(deviceId))
        .map(Pool::poolId)
        .findFirst();
  }

  @Override
  public Optional<PortView> holdPort(String poolId, String hostId) {
    return Optional.ofNullable(ports.get(poolId + "/" + hostId));
  }

  @Override
  public Map<String, Integer> ports(String poolId) {
    Map<String, Integer> numbers = new HashMap<>();
    ports.values().stream()
        .filter(port -> port.poolId().equals(poolId))
        .forEach(port -> numbers.put(port.hostId(), port.port()));
    return numbers;
  }

  private List<Slice> where(Predicate<Slice> which) {
    return slices.values().stream().filter(which).toList();
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }
}
