package io.tarn.pool.device;

import io.tarn.contracts.emc.TableEntry;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.slice.Slice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Brings a pool's device to what the record wants, in passes: make the next step of every slice
 * that needs one, read back, commit what was read. Knows nothing from one pass to the next, so a
 * crash anywhere costs a pass.
 */
final class PoolDriver {

  private static final int BATCH = 1024;

  private final Ledger ledger;
  private final EmcDrivers drivers;
  private final Leadership leadership;
  private final String poolId;
  private final Identification identification;

  PoolDriver(Ledger ledger, EmcDrivers drivers, Leadership leadership, String poolId) {
    this.ledger = ledger;
    this.drivers = drivers;
    this.leadership = leadership;
    this.poolId = poolId;
    this.identification = new Identification(ledger, drivers, leadership);
  }

  /**
   * One pass, for the holder of the pool's lease.
   *
   * @throws DeviceException when the device does not answer; the next pass finds out what it did
   * @throws WrongDeviceException when another device answers; it did nothing
   */
  PassResult pass(long epoch) {
    // before the work, so that what an old device was to do is never asked of its replacement
    Pool pool = identification.of(ledger.read(this::pool));
    List<Slice> work = ledger.read(books -> books.deviceWork(poolId, BATCH));
    if (work.isEmpty()) {
      return PassResult.IDLE;
    }
    Map<String, Integer> ports = ledger.read(books -> books.ports(poolId));
    EmcDriver device = drivers.at(pool.emc(), pool.deviceId());
    DevicePlan plan = plan(device, work, ports, epoch);
    if (!plan.changes().isEmpty()) {
      device.compareAndSetOwners(plan.changes());
    }
    if (deposed(epoch)) {
      return PassResult.DEPOSED;
    }
    if (!plan.floors().isEmpty()) {
      device.raiseGenerations(epoch, plan.floors());
      if (deposed(epoch)) {
        return PassResult.DEPOSED;
      }
    }
    if (!plan.scrubs().isEmpty()) {
      device.scrub(epoch, plan.scrubs());
    }
    if (deposed(epoch)) {
      return PassResult.DEPOSED;
    }
    Map<Integer, Long> dirty = device.readDirty(numbers(work));
    Found found = new Found(readBack(device, work), dirty);
    return deposed(epoch)
        ? PassResult.DEPOSED
        : ledger.decide(books -> commit(books, pool, work, found, ports, epoch));
  }

  private static DevicePlan plan(
      EmcDriver device, List<Slice> work, Map<String, Integer> ports, long epoch) {
    List<Slice> taken = work.stream().filter(DevicePlan::takenOver).toList();
    DevicePlan plan =
        DevicePlan.of(work, taken.isEmpty() ? Map.of() : readBack(device, taken), ports, epoch);
    return plan.gives() ? plan.erasingFirst(device.readDirty(numbers(work)).keySet()) : plan;
  }

  /** Makes the lease last over the next call, or finds out that it is gone. */
  private boolean deposed(long epoch) {
    OptionalLong held = leadership.hold();
    return held.isEmpty() || held.getAsLong() != epoch;
  }

  private Pool pool(Books books) {
    return books
        .pool(poolId)
        .orElseThrow(() -> new IllegalStateException("pool " + poolId + " is gone"));
  }

  private static Map<Integer, TableEntry> readBack(EmcDriver device, List<Slice> work) {
    return device.readBack(numbers(work)).stream()
        .collect(Collectors.toMap(TableEntry::slice, entry -> entry));
  }

  private static List<Integer> numbers(List<Slice> slices) {
    return slices.stream().map(slice -> slice.key().number()).toList();
  }

  private Decision<PassResult> commit(
      Books books,
      Pool asked,
      List<Slice> work,
      Found found,
      Map<String, Integer> ports,
      long epoch) {
    leadership.guard();
    Set<String> grantIds =
        work.stream()
            .map(Slice::grantId)
            .filter(Objects::nonNull)
            .map(id -> id)
            .collect(Collectors.toCollection(TreeSet::new));
    List<Grant> grants = books.lockGrants(grantIds);
    List<Slice> slices =
        books.lockSlices(
            grantIds,
            work.stream().filter(s -> s.grantId() == null).map(Slice::key).sorted().toList());
    // whoever fails the pool holds every slice: from here on it stays as it is
    Pool now = pool(books);
    if (now.failed() || now.incarnation() != asked.incarnation()) {
      // what was read is of a device that does not count any more
      return Decision.only(PassResult.DEPOSED);
    }
    Set<Integer> worked =
        work.stream().map(slice -> slice.key().number()).collect(Collectors.toSet());
    Map<Integer, Reading> readings = new HashMap<>();
    for (Slice slice : slices) {
      int number = slice.key().number();
      if (worked.contains(number)) {
        readings.put(
            number,
            Reading.of(
                slice, found.entries().get(number), found.dirty().get(number), ports, epoch));
      }
    }
    return new Decision<>(result(readings), DeviceRules.conclude(grants, slices, readings));
  }

  private static PassResult result(Map<Integer, Reading> readings) {
    int done = 0;
    int undone = 0;
    List<String> differing = new ArrayList<>();
    for (Reading reading : readings.values()) {
      if (reading instanceof Reading.Done) {
        done++;
      } else if (reading instanceof Reading.Undone) {
        undone++;
      } else if (reading instanceof Reading.Differs differs) {
        differing.add(
            "expected "
                + differs.expected().before()
                + " or "
                + differs.expected().after()
                + ", found "
                + differs.found());
      } else if (reading instanceof Reading.Unclean unclean) {
        differing.add(
            "slice "
                + unclean.given().slice()
                + " was given at generation "
                + unclean.given().generation()
                + " with data of generation "
                + unclean.since()
                + " in it");
      }
    }
    return new PassResult(true, done, undone, differing);
  }

  /** What the device showed after the calls. */
  private record Found(Map<Integer, TableEntry> entries, Map<Integer, Long> dirty) {}
}
