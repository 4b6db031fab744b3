package io.tarn.pool.sim;

import io.tarn.chassis.lease.Leases;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.FenceChange;
import io.tarn.pool.ledger.PoolChange;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceChange;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Two pools of four slices, three hosts on both, three managers, a client and a network. */
final class World {

  /** Of each pool. */
  static final int SLICES = 4;

  static final List<String> POOLS = List.of("p0", "p1");
  private static final int HOSTS = 3;
  private static final int MANAGERS = 3;
  private static final long BLOCK_BYTES = 512L << 20;

  private final Seams seams;
  private final Trace trace;
  private final Dice dice;
  private final Weather weather;
  private final Timeline timeline = new Timeline();
  private final Network network;
  private final Store store;
  private final LeaseTable leaseTable;
  private final LeaseWatch leases;
  private final Map<String, Device> devices = new TreeMap<>();
  private final Map<URI, Device> answering = new HashMap<>();
  private final Map<UUID, Device> everMade = new HashMap<>();
  private final Map<String, Operator> operators = new TreeMap<>();
  private final List<Host> hosts = new ArrayList<>();
  private final List<Manager> managers = new ArrayList<>();
  private final Verifier verifier;
  private final Troubles troubles;
  private final Client client;
  private final Map<String, Integer> tally = new TreeMap<>();

  World(long seed, Seams seams, Trace trace) {
    this.seams = seams;
    this.trace = trace;
    this.dice = new Dice(seed);
    this.weather = Weather.drawn(dice);
    this.network = new Network(timeline, dice, weather);
    Map<String, List<String>> wiring = new TreeMap<>();
    List<String> names = List.of("h0", "h1", "h2");
    POOLS.forEach(pool -> wiring.put(pool, names));
    this.store = new Store(wiring, SLICES, seams, this::committed);
    this.leaseTable = new LeaseTable(timeline);
    this.leases = new LeaseWatch(timeline, seams.leases(leaseTable));
    this.verifier = new Verifier(this, leases);
    for (String pool : POOLS) {
      plug(pool, store.pool(pool).emc());
      operators.put(pool, new Operator(this, pool));
    }
    for (int port = 0; port < HOSTS; port++) {
      hosts.add(new Host(this, names.get(port), port, BLOCK_BYTES >> port));
    }
    for (int i = 0; i < MANAGERS; i++) {
      managers.add(new Manager(this, "m" + i));
    }
    managers.forEach(Manager::start);
    hosts.forEach(host -> host.startAgentAfter(dice.between(100, 20 * Timeline.MILLIS)));
    this.client = new Client(this);
    client.start();
    this.troubles = new Troubles(this);
    troubles.start();
  }

  private void committed(Effects effects) {
    effects.pools().forEach(this::changed);
    if (effects.fence() instanceof FenceChange.Raised raised) {
      count("hosts that were fenced");
      hosts.stream().filter(host -> host.hostId().equals(raised.hostId())).forEach(Host::doom);
    }
    verifier.committed(effects);
    List<String> pools =
        effects.slices().stream()
            .map(SliceChange::after)
            .filter(Slice::needsDevice)
            .map(slice -> slice.key().poolId())
            .distinct()
            .toList();
    List<String> told = effects.commands().stream().map(Command::hostId).distinct().toList();
    managers.forEach(manager -> manager.committed(pools, told));
  }

  private void changed(PoolChange change) {
    if (change instanceof PoolChange.Replaced replaced) {
      leaseTable.depose("pool/" + replaced.poolId(), replaced.highestEpoch());
      leases.deposed("pool/" + replaced.poolId());
      adopt(known(everMade.get(replaced.deviceId()), replaced.deviceId()));
      operator(replaced.poolId()).look();
    } else if (change instanceof PoolChange.Failed failed) {
      count("pools that failed");
      operator(failed.poolId()).look();
    }
  }

  /** Lets one thing happen and looks at everything. */
  void step() {
    Timeline.Event event = timeline.next();
    trace.begin(timeline.now(), event.what());
    try {
      event.happen();
      verifier.check();
    } finally {
      trace.end();
    }
  }

  void note(String text) {
    trace.note(text);
  }

  /** Something happened that a life is lived for, and is told of. */
  void happens(String what, String inWords) {
    note(inWords);
    count(what);
  }

  /** Something happened that a life is lived for. */
  void count(String what) {
    tally.merge(what, 1, Integer::sum);
  }

  /** How often what happened. */
  Map<String, Integer> tally() {
    return tally;
  }

  /** Whether a device leaves out one of the changes that it was asked for. */
  boolean skips() {
    boolean skips = dice.trouble(weather.lazy());
    if (skips) {
      happens("changes that a device left out", "the device leaves one out");
    }
    return skips;
  }

  Client client() {
    return client;
  }

  Troubles troubles() {
    return troubles;
  }

  Seams seams() {
    return seams;
  }

  Dice dice() {
    return dice;
  }

  Weather weather() {
    return weather;
  }

  Timeline timeline() {
    return timeline;
  }

  Network network() {
    return network;
  }

  Store store() {
    return store;
  }

  Leases leases() {
    return leases;
  }

  Verifier verifier() {
    return verifier;
  }

  /** The devices that are plugged in now. */
  List<Device> devices() {
    return List.copyOf(devices.values());
  }

  /** The device of a pool that is plugged in now. */
  Device device(String poolId) {
    return known(devices.get(poolId), poolId);
  }

  /** The device that answers at a URI, or did. */
  Device device(URI uri) {
    return known(answering.get(uri), uri);
  }

  private static Device known(@Nullable Device device, Object name) {
    if (device == null) {
      throw new IllegalStateException("there is no device " + name);
    }
    return device;
  }

  /** Carries a pool's device off, for good; another one answers at its address from now on. */
  void carryOff(Device device) {
    device.die();
    Device unused = made(device.poolId(), device.uri());
  }

  /** Puts a new device in the place of a pool's old one. */
  void plug(String poolId, URI uri) {
    Device device = made(poolId, uri);
    Device old = devices.put(poolId, device);
    if (old != null) {
      old.die();
    }
  }

  /** A device that answers somewhere is the one that is plugged in for its pool. */
  void adopt(Device device) {
    devices.put(device.poolId(), device);
  }

  private Device made(String poolId, URI uri) {
    long before =
        everMade.values().stream().filter(device -> device.poolId().equals(poolId)).count();
    Device device = new Device(poolId, uri, before, SLICES, seams, verifier);
    everMade.put(device.deviceId(), device);
    answering.put(uri, device);
    return device;
  }

  /** Whoever looks after a pool. */
  Operator operator(String poolId) {
    return Objects.requireNonNull(operators.get(poolId));
  }

  List<Host> hosts() {
    return hosts;
  }

  List<Manager> managers() {
    return managers;
  }

  /** Where a load balancer sends a request. */
  Manager anyManager() {
    List<Manager> running = managers.stream().filter(Manager::alive).toList();
    return dice.pick(running.isEmpty() ? managers : running);
  }
}
