package io.tarn.pool.sim;

import io.tarn.agent.kernel.SliceId;
import io.tarn.contracts.GrantId;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.slice.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks at what is true, not only written: which hosts have which blocks online, what the EMC's
 * table says, and whose data is in the memory.
 */
final class MemoryWatch {

  private final World world;
  private final RecordWatch record;
  private final List<SliceId> ids = new ArrayList<>();

  MemoryWatch(World world, RecordWatch record) {
    this.world = world;
    this.record = record;
    record.rows().forEach(row -> ids.add(new SliceId(row.key().poolId(), row.key().number())));
  }

  /** Looks at every slice. */
  void check() {
    List<Slice> rows = record.rows();
    for (int i = 0; i < rows.size(); i++) {
      Slice row = rows.get(i);
      Device device = world.device(row.key().poolId());
      TableEntry entry = device.entry(row.key().number());
      boolean suspect = suspect(device, row, entry);
      Check.that(
          suspect || asRecorded(row, entry),
          "4.1",
          () -> "the table has " + entry + ", the record " + row);
      users(row, ids.get(i), entry, suspect);
      believed(row, ids.get(i));
      data(row, device);
    }
  }

  /**
   * Whether a device forgot a slice's entry and nobody can know yet what it should be. It is known
   * again when the record has changed since and fits, and no step of the device is under way.
   */
  private boolean suspect(Device device, Slice row, TableEntry entry) {
    int number = row.key().number();
    if (!device.isSuspect(number)) {
      return false;
    }
    boolean quiet =
        row.settled()
            && row.state() != SliceState.OFFLINING
            && row.state() != SliceState.LOST
            && !record.wasFenced(row)
            && !row.equals(device.asForgotten(number, row));
    if (quiet && asRecorded(row, entry)) {
      device.clear(number);
      return false;
    }
    return true;
  }

  private void users(Slice row, SliceId id, TableEntry entry, boolean suspect) {
    Host user = null;
    for (Host host : world.hosts()) {
      Kernel.Online online = host.of(id);
      if (online != null && mayUse(host, online, entry, suspect)) {
        Host other = user;
        Check.that(
            other == null, "4.1", () -> "two hosts use " + id + ": " + host + " and " + other);
        user = host;
        used(row, id, entry, host, online, suspect);
      }
    }
  }

  /**
   * What a fenced host has online it cannot use when the table does not have it as the owner. A
   * device that forgets that it was cleared lets it in again; nothing helps against that.
   */
  private static boolean mayUse(
      Host host, Kernel.Online online, TableEntry entry, boolean suspect) {
    return !online.doomed() || (!suspect && Integer.valueOf(host.port()).equals(entry.owner()));
  }

  private void used(
      Slice row, SliceId id, TableEntry entry, Host host, Kernel.Online online, boolean suspect) {
    Check.that(
        host.hostId().equals(row.hostId()),
        "4.1",
        () -> host + " uses a slice that is not its own: " + row);
    Check.that(
        online.doomed() || (!row.givenUp() && !row.letGo()),
        "4.2",
        () -> host + " is believed to have given up what it still has online: " + row);
    if (row.state() == SliceState.LOST) {
      return;
    }
    Check.that(
        online.device() == world.device(id.poolId()),
        "4.2",
        () -> host + " has not let go of a device that is gone: " + row);
    Check.that(
        suspect || entry.equals(new TableEntry(id.slice(), host.port(), row.generation())),
        "4.1",
        () -> host + " uses a slice for which the table has " + entry + ": " + row);
    Check.that(
        suspect || online.at() == entry.generation(),
        "4.1",
        () ->
            host
                + " uses for another VM what it has had since generation "
                + online.at()
                + ": "
                + row);
  }

  /** What the record believes of the boot that is running is so. */
  private void believed(Slice row, SliceId id) {
    for (Host host : world.hosts()) {
      if (host.hostId().equals(row.hostId()) && host.runs(record.bootOf(host.hostId()))) {
        int online = host.online(id);
        Check.that(
            row.state() != SliceState.ONLINE
                || online == row.totalBlocks()
                || (online > 0 && toldToDrain(row)),
            "4.2",
            () -> host + " has " + online + " blocks online of " + row);
        Check.that(
            online <= row.totalBlocks() - row.offlineBlocks() || row.totalBlocks() == 0,
            "4.2",
            () -> host + " has " + online + " blocks online of " + row);
      }
    }
  }

  /** Whether the host was ever told to drain it at this generation. */
  private boolean toldToDrain(Slice row) {
    return world.store().commands(String.valueOf(row.hostId()), 0).stream()
        .filter(command -> command.kind() == HostCommand.Kind.DRAIN)
        .filter(command -> command.poolId().equals(row.key().poolId()))
        .anyMatch(command -> command.slices().contains(row.ref()));
  }

  private static void data(Slice row, Device device) {
    if (row.state() == SliceState.FREE) {
      Check.that(
          device.writer(row.key().number()) == null,
          "4.2",
          () -> "a free slice holds data of " + device.writer(row.key().number()) + ": " + row);
    }
  }

  /** A host brought a slice online: its VM reads it, then writes to it. */
  void broughtOnline(String hostId, SliceId id) {
    Device device = world.device(id.poolId());
    String vm = vmOf(record.row(id.poolId(), id.slice()));
    String writer = device.writer(id.slice());
    Check.that(
        writer == null || writer.equals(vm),
        "4.2",
        () -> vm + " on " + hostId + " can read data of " + writer + " in " + id);
    device.write(id.slice(), vm);
  }

  private static String vmOf(Slice row) {
    @Nullable String grantId = row.grantId();
    return grantId == null ? "nobody's VM" : GrantId.parse(grantId).vmId();
  }

  /**
   * Whether an entry is one that a slice's row allows: as recorded, or a step of its leader ahead.
   */
  private boolean asRecorded(Slice row, TableEntry entry) {
    return switch (row.state()) {
      case FREE, SCRUBBING -> entry.equals(nobodys(row, 0));
      case ASSIGNED, RELEASING ->
          row.settled()
              ? entry.equals(owned(row, 0)) || clearedLate(row, entry)
              : entry.equals(nobodys(row, 0)) || entry.equals(owned(row, 1));
      case ONLINE -> entry.equals(owned(row, 0));
      case QUARANTINED ->
          entry.equals(owned(row, row.settled() ? 0 : 1))
              || (row.fenced() && entry.equals(nobodys(row, 1)))
              || (!row.settled() && entry.equals(nobodys(row, 0)))
              || clearedLate(row, entry);
      case OFFLINING -> entry.equals(owned(row, 0)) || entry.equals(nobodys(row, 1));
      case LOST -> true;
    };
  }

  /** Whether an owner was cleared for a fence that was lifted before that was known. */
  private boolean clearedLate(Slice row, TableEntry entry) {
    return record.wasFenced(row) && entry.equals(nobodys(row, 1));
  }

  private static TableEntry nobodys(Slice row, int later) {
    return new TableEntry(row.key().number(), null, row.generation() + later);
  }

  private TableEntry owned(Slice row, int later) {
    int port = -1;
    for (Host host : world.hosts()) {
      if (host.hostId().equals(row.hostId())) {
        port = host.port();
      }
    }
    return new TableEntry(row.key().number(), port, row.generation() + later);
  }
}
