package io.tarn.pool.device;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.emc.GenerationFloor;
import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.contracts.pool.AckRequest;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.FailRequest;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.PoolAudit;
import io.tarn.contracts.pool.RepairPlan;
import io.tarn.contracts.pool.ReplaceRequest;
import io.tarn.contracts.pool.SliceRef;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.audit.Audits;
import io.tarn.pool.audit.RepairOutcome;
import io.tarn.pool.audit.Repairs;
import io.tarn.pool.feed.Acks;
import io.tarn.pool.feed.Boots;
import io.tarn.pool.fence.Fences;
import io.tarn.pool.grant.Grants;
import io.tarn.pool.ledger.Announcement;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.pool.EmcFailures;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.InMemoryAudits;
import io.tarn.pool.testing.InMemoryEmc;
import io.tarn.pool.testing.InMemoryLedger;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * A pool of four slices, three hosts and two leaders who follow each other without notice. Calls of
 * the device may do nothing, fail though they did it, or arrive long after their leader was
 * deposed; acks may be doubled, late and of an old boot; hosts reboot and read part of their feed
 * again.
 */
final class SliceWorld {

  private static final String POOL = "p";
  private static final int SLICES = 4;
  private static final int HOSTS = 3;
  private static final int VMS = 3;

  private final Random random;
  private final InMemoryLedger ledger = new InMemoryLedger();
  private final Map<URI, InMemoryEmc> devices = new HashMap<>();
  private final EmcFailures failures =
      new EmcFailures(ledger, uri -> Objects.requireNonNull(devices.get(uri)));
  private final Grants grants = new Grants(ledger);
  private final Boots boots = new Boots(ledger);
  private final Acks acks = new Acks(ledger);
  private final Fences fences = new Fences(ledger);
  private int plans;
  private final InMemoryAudits store = new InMemoryAudits(ledger);
  private final Audits audits =
      new Audits(ledger, store, uri -> Objects.requireNonNull(devices.get(uri)), found -> {});
  private final Repairs repairs =
      new Repairs(ledger, audits, store, store, () -> "plan-" + ++plans);
  private final Set<SliceRef> cleared = new HashSet<>();
  private final List<SimulatedHost> hosts = new ArrayList<>();
  private final Map<String, Integer> attempts = new HashMap<>();
  private final List<Runnable> late = new ArrayList<>();
  private InMemoryEmc emc = new InMemoryEmc(SLICES);
  private long epoch = 1;
  private int replaced;
  private boolean calm;

  SliceWorld(long seed) {
    random = new Random(seed);
    ledger.pool(POOL, SLICES);
    devices.put(pool().emc(), emc);
    for (int port = 0; port < HOSTS; port++) {
      SimulatedHost host = new SimulatedHost("h" + port, port);
      hosts.add(host);
      ledger.wire(POOL, host.name);
      host.boot();
    }
  }

  /** Lets one thing happen; says what. */
  String step() {
    SimulatedHost host = hosts.get(random.nextInt(HOSTS));
    if (random.nextInt(pool().failed() ? 12 : 60) == 0) {
      return pool().failed() ? replace() : fail();
    }
    if (random.nextInt(40) == 0) {
      return host.fence();
    }
    if (random.nextInt(40) == 0) {
      return host.name + " is not fenced: " + fences.lift(host.name);
    }
    return switch (random.nextInt(12)) {
      case 0, 1 -> grant(host);
      case 2 -> withdraw();
      case 3, 4, 5 -> pass();
      case 6 -> "epoch " + ++epoch;
      case 7 -> deliverLate();
      case 8, 9 -> host.obey();
      case 10 -> host.deliver();
      default -> random.nextInt(2) == 0 ? host.boot() : "nothing";
    };
  }

  /** Ends every fault, asks everything back and lets it come back. */
  void settleDown() {
    calm = true;
    if (pool().failed()) {
      replace();
    }
    // nobody asks a host again for what is stuck on a lost device
    hosts.forEach(SimulatedHost::boot);
    ledger.allGrants().forEach(grant -> grants.withdraw(grant.id()));
    for (int round = 0; round < 40; round++) {
      pass();
      for (SimulatedHost host : hosts) {
        while (!host.obey().endsWith("nothing")) {
          host.deliverAll();
        }
        host.deliverAll();
      }
    }
  }

  /**
   * Another hand changes entries of a pool that is at rest; they are found and mended.
   *
   * @return the slices that were changed, and those that the audit found
   */
  List<Set<Integer>> vandalize() {
    Set<Integer> changed = new TreeSet<>();
    for (int number = 0; number < SLICES; number++) {
      if (random.nextBoolean()) {
        long generation = emc.entry(number).generation() + 1 + random.nextInt(3);
        emc.overwrite(number, random.nextBoolean() ? random.nextInt(64) : null, generation);
        changed.add(number);
      }
    }
    Set<Integer> found = new TreeSet<>();
    audits.audit(POOL).orElseThrow().differences().forEach(d -> found.add(d.slice()));
    RepairPlan plan = repairs.plan(POOL).orElseThrow();
    if (!(repairs.execute(plan.planId()) instanceof RepairOutcome.Executed)) {
      throw new IllegalStateException("a plan of a pool at rest was not carried out");
    }
    pass();
    pass();
    return List.of(changed, found);
  }

  /** What an audit finds now. */
  List<PoolAudit.Difference> differences() {
    return audits.audit(POOL).orElseThrow().differences();
  }

  /** Grants whose slices have not all come back. */
  List<Grant> unfinished() {
    return ledger.allGrants().stream()
        .filter(grant -> grant.state() != GrantState.RELEASED)
        .filter(grant -> grant.state() != GrantState.WITHDRAWN)
        .toList();
  }

  int replaced() {
    return replaced;
  }

  int released() {
    return (int)
        ledger.announced().stream().filter(Announcement.Released.class::isInstance).count();
  }

  /** The invariants that do not hold, by the design's sections 4.1, 4.2 and 4.5. */
  List<String> broken() {
    List<String> broken = new ArrayList<>();
    for (Slice slice : ledger.all()) {
      int number = slice.key().number();
      TableEntry entry = emc.entry(number);
      if (slice.fenced()) {
        cleared.add(new SliceRef(number, Math.max(1, slice.generation())));
      }
      // what a fenced host has online the EMC does not let it use
      List<SimulatedHost> users =
          hosts.stream().filter(host -> host.uses(number, emc) && !host.doomed(number)).toList();
      check(broken, users.size() <= 1, slice, "two hosts use it");
      for (SimulatedHost host : hosts) {
        check(
            broken,
            !host.usesOther(number, emc)
                || host.doomed(number)
                || (slice.state() == SliceState.LOST && host.name.equals(slice.hostId())),
            slice,
            host.name + " has not let go of the old one");
      }
      if (pool().failed()) {
        check(broken, slice.state() == SliceState.LOST, slice, "its pool has failed");
        continue;
      }
      for (SimulatedHost user : users) {
        check(
            broken,
            Integer.valueOf(user.port).equals(entry.owner()) && user.name.equals(slice.hostId()),
            slice,
            user.name + " uses it, the table has " + entry);
      }
      switch (slice.state()) {
        case FREE ->
            check(
                broken,
                entry.equals(new TableEntry(number, null, slice.generation()))
                    && !emc.dirty().contains(number),
                slice,
                "free, the table has " + entry);
        case SCRUBBING ->
            check(
                broken,
                entry.equals(new TableEntry(number, null, slice.generation())),
                slice,
                "the table has " + entry);
        case ONLINE -> check(broken, entry.equals(owned(slice)), slice, "the table has " + entry);
        case ASSIGNED, RELEASING, QUARANTINED ->
            check(
                broken,
                !slice.settled() || entry.equals(owned(slice)) || clearedLate(slice, entry),
                slice,
                "the table has " + entry);
        case OFFLINING, LOST -> {}
      }
    }
    for (int vm = 0; vm < VMS; vm++) {
      String vmId = "vm" + vm;
      long live =
          ledger.allGrants().stream()
              .filter(grant -> grant.id().vmId().equals(vmId) && grant.state().live())
              .count();
      if (live > 1) {
        broken.add(vmId + " lives on " + live + " grants");
      }
    }
    return broken;
  }

  /** Whether a call of a fence came after the fence was lifted. */
  private boolean clearedLate(Slice slice, TableEntry entry) {
    return cleared.contains(new SliceRef(slice.key().number(), Math.max(1, slice.generation())))
        && entry.equals(new TableEntry(slice.key().number(), null, slice.generation() + 1));
  }

  private static void check(List<String> broken, boolean holds, Slice slice, String otherwise) {
    if (!holds) {
      broken.add(slice + ": " + otherwise);
    }
  }

  private TableEntry owned(Slice slice) {
    return new TableEntry(
        slice.key().number(), ledger.ports(POOL).get(slice.hostId()), slice.generation());
  }

  private String grant(SimulatedHost host) {
    String vmId = "vm" + random.nextInt(VMS);
    int attempt = attempts.getOrDefault(vmId, 1) + (random.nextInt(3) == 0 ? 1 : 0);
    attempts.put(vmId, attempt);
    int back = random.nextInt(4) == 0 ? 1 : 0;
    GrantId id = new GrantId(vmId, Math.max(1, attempt - back));
    return "PUT "
        + id
        + " "
        + grants.put(id, new GrantRequest(host.name, POOL, 1 + random.nextInt(2)));
  }

  private String withdraw() {
    String vmId = "vm" + random.nextInt(VMS);
    return "DELETE " + grants.withdraw(new GrantId(vmId, attempts.getOrDefault(vmId, 1)));
  }

  private Pool pool() {
    return ledger.pool(POOL).orElseThrow();
  }

  private String fail() {
    return "the EMC fails: " + failures.fail(POOL, new FailRequest("dark", null));
  }

  private String replace() {
    URI address = URI.create("http://emc/" + POOL + "/" + ++replaced);
    emc = new InMemoryEmc(SLICES);
    devices.put(address, emc);
    return "another EMC: " + failures.replace(POOL, new ReplaceRequest(address, null));
  }

  private String pass() {
    PoolDriver driver =
        new PoolDriver(
            ledger, uri -> new Faulty(Objects.requireNonNull(devices.get(uri))), new Held(), POOL);
    try {
      return "pass " + driver.pass(epoch);
    } catch (DeviceException e) {
      return "pass failed: " + e.getMessage();
    }
  }

  private String deliverLate() {
    if (late.isEmpty()) {
      return "nothing";
    }
    late.remove(random.nextInt(late.size())).run();
    return "a late call of the device";
  }

  private boolean chance(int oneIn) {
    return !calm && random.nextInt(oneIn) == 0;
  }

  /** The device with faults. */
  private final class Faulty implements EmcDriver {

    private final InMemoryEmc device;

    Faulty(InMemoryEmc device) {
      this.device = device;
    }

    @Override
    public TableView readTable() {
      return device.readTable();
    }

    @Override
    public void raiseGenerations(long asEpoch, List<GenerationFloor> floors) {
      if (chance(6)) {
        late.add(() -> device.raiseGenerations(asEpoch, floors));
        return;
      }
      device.raiseGenerations(asEpoch, floors);
    }

    @Override
    public void compareAndSetOwners(List<OwnerChange> changes) {
      if (chance(6)) {
        late.add(() -> device.compareAndSetOwners(changes));
        throw new DeviceException("the call is under way");
      }
      if (chance(8)) {
        return;
      }
      device.compareAndSetOwners(changes);
      if (chance(6)) {
        throw new DeviceException("done, but the answer was lost");
      }
    }

    @Override
    public List<TableEntry> readBack(Collection<Integer> slices) {
      return device.readBack(slices);
    }

    @Override
    public Map<Integer, Long> readDirty() {
      return device.readDirty();
    }

    @Override
    public Set<Integer> scrub(long asEpoch, List<TableEntry> entries) {
      if (chance(6)) {
        late.add(() -> device.scrub(asEpoch, entries));
        return Set.of();
      }
      return device.scrub(asEpoch, entries);
    }
  }

  /** The lease, held under the current epoch by whoever asks. */
  private final class Held implements Leadership {

    @Override
    public OptionalLong hold() {
      return OptionalLong.of(epoch);
    }

    @Override
    public void guard() {}

    @Override
    public void release() {}
  }

  /** A host with its kernel and its agent. */
  private final class SimulatedHost {

    private final String name;
    private final int port;
    private final Map<Integer, Memory> online = new HashMap<>();
    private final List<SliceRef> leaving = new ArrayList<>();
    private final List<AckRequest> unsent = new ArrayList<>();
    private int booted;
    private int position;

    SimulatedHost(String name, int port) {
      this.name = name;
      this.port = port;
    }

    String fence() {
      online.replaceAll((slice, memory) -> memory.toDoomed());
      return name + " is fenced: " + fences.raise(name, "asked for");
    }

    boolean doomed(int slice) {
      Memory memory = online.get(slice);
      return memory != null && memory.doomed();
    }

    boolean uses(int slice, InMemoryEmc device) {
      Memory memory = online.get(slice);
      return memory != null && memory.device() == device;
    }

    boolean usesOther(int slice, InMemoryEmc device) {
      return online.containsKey(slice) && !uses(slice, device);
    }

    String boot() {
      online.clear();
      booted++;
      leaving.clear();
      // what the old boot had not yet noted down is read again
      position = Math.max(0, position - random.nextInt(4));
      boots.report(name, new BootReport(bootId(), booted, (1L << 30) / Agent.BLOCKS));
      return name + " boots";
    }

    String obey() {
      List<Command> feed = ledger.feed(name);
      if (position == feed.size() || (!leaving.isEmpty() && random.nextBoolean())) {
        return leave();
      }
      Command command = feed.get(position);
      position++;
      List<Observation> seen = new ArrayList<>();
      for (SliceRef ref : command.slices()) {
        seen.add(
            switch (command.kind()) {
              case ONLINE -> bringOnline(ref);
              case OFFLINE -> takeOffline(ref);
            });
      }
      unsent.add(new AckRequest(bootId(), seen));
      return name + " obeys " + command;
    }

    /** Takes the last blocks of a slice offline whose first were taken before. */
    private String leave() {
      if (leaving.isEmpty()) {
        return name + ": nothing";
      }
      SliceRef ref = leaving.remove(0);
      release(ref);
      unsent.add(new AckRequest(bootId(), List.of(observation(ref, Seen.OFFLINE))));
      return name + " gives up " + ref;
    }

    private Observation bringOnline(SliceRef ref) {
      if (!emc.entry(ref.slice()).equals(new TableEntry(ref.slice(), port, ref.generation()))) {
        return observation(ref, Seen.REFUSED);
      }
      Memory now = online.putIfAbsent(ref.slice(), new Memory(ref.generation(), emc, fenced()));
      if (now != null && now.generation() != ref.generation()) {
        return observation(ref, Seen.REFUSED);
      }
      return observation(ref, Seen.ONLINE);
    }

    private boolean fenced() {
      return ledger.host(name).orElseThrow().fence() != null;
    }

    private void release(SliceRef ref) {
      online.computeIfPresent(
          ref.slice(), (slice, now) -> now.generation() == ref.generation() ? null : now);
    }

    private Observation takeOffline(SliceRef ref) {
      if (online.containsKey(ref.slice()) && chance(5)) {
        // it stays so until the host boots anew
        return observation(ref, Seen.STUCK);
      }
      if (online.containsKey(ref.slice()) && chance(3)) {
        leaving.add(ref);
        return observation(ref, Seen.OFFLINING);
      }
      release(ref);
      return observation(ref, Seen.OFFLINE);
    }

    private Observation observation(SliceRef ref, Seen what) {
      boolean explained = what == Seen.STUCK || what == Seen.REFUSED;
      return Agent.observation(POOL, ref, what, explained ? "as it is" : null);
    }

    String deliver() {
      if (unsent.isEmpty()) {
        return "nothing";
      }
      int which = random.nextInt(unsent.size());
      AckRequest request = chance(4) ? unsent.get(which) : unsent.remove(which);
      return name + " says " + acks.take(name, request);
    }

    void deliverAll() {
      unsent.forEach(request -> acks.take(name, request));
      unsent.clear();
      if (ledger.all().stream()
          .anyMatch(
              slice -> name.equals(slice.hostId()) && slice.state() == SliceState.QUARANTINED)) {
        boot();
      }
    }

    private String bootId() {
      return name + "-b" + booted;
    }
  }

  /** What a host has online: a slice of one device at one generation, and whether it was fenced. */
  private record Memory(long generation, InMemoryEmc device, boolean doomed) {

    Memory toDoomed() {
      return new Memory(generation, device, true);
    }
  }
}
