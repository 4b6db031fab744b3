package io.tarn.pool.ledger;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.BootReport;
import io.tarn.pool.slice.SliceChange;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a decision changes. It is written in the order of the parts, which is the order of locks;
 * only slices come after the commands, since their counts are shared by everyone who writes of a
 * pool.
 *
 * @param pools changes of pools
 * @param grants changes of grants, in order
 * @param slices changes of slices, at most one for each
 * @param boot a host's new boot, if there is one
 * @param fence a host that is fenced or not fenced any more, if there is one
 * @param said what a host said of slices, kept for the audit
 * @param executedPlan the repair plan that this carries out, if it does
 * @param operations changes of operations, at most one for each
 * @param commands for feeds of hosts
 * @param announcements for the bus
 */
public record Effects(
    List<PoolChange> pools,
    List<GrantChange> grants,
    List<SliceChange> slices,
    @Nullable NewBoot boot,
    @Nullable FenceChange fence,
    List<Said> said,
    @Nullable String executedPlan,
    List<OperationChange> operations,
    List<Command> commands,
    List<Announcement> announcements) {

  /** Nothing changes. */
  public static final Effects NONE = new Draft().effects();

  /** Copies the collections. */
  public Effects {
    pools = List.copyOf(pools);
    grants = List.copyOf(grants);
    slices = List.copyOf(slices);
    said = List.copyOf(said);
    operations = List.copyOf(operations);
    commands = List.copyOf(commands);
    announcements = List.copyOf(announcements);
  }

  /** Whether nothing changes. */
  public boolean none() {
    return equals(NONE);
  }

  /** The same with further changes of operations, commands and announcements. */
  public Effects with(
      List<OperationChange> moreOperations,
      List<Command> moreCommands,
      List<Announcement> moreAnnouncements) {
    return new Effects(
        pools,
        grants,
        slices,
        boot,
        fence,
        said,
        executedPlan,
        joined(operations, moreOperations),
        joined(commands, moreCommands),
        joined(announcements, moreAnnouncements));
  }

  private static <T> List<T> joined(List<T> some, List<T> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  /**
   * A boot that is believed in from now on; it ends the fence of the one before.
   *
   * @param hostId the host
   * @param report what its agent said
   * @param refusal why the host may not get pool memory, if it may not
   */
  public record NewBoot(String hostId, BootReport report, @Nullable String refusal) {}

  /** Effects that are still being put together. */
  public static final class Draft {

    private final List<PoolChange> pools = new ArrayList<>();
    private final List<GrantChange> grants = new ArrayList<>();
    private final List<SliceChange> slices = new ArrayList<>();
    private final List<Command> commands = new ArrayList<>();
    private final List<Announcement> announcements = new ArrayList<>();
    private final List<OperationChange> operations = new ArrayList<>();
    private @Nullable NewBoot boot;
    private final List<Said> said = new ArrayList<>();
    private @Nullable FenceChange fence;
    private @Nullable String executedPlan;

    /** A pool changes. */
    public void change(PoolChange change) {
      pools.add(change);
    }

    /** A grant comes into the record. */
    public void record(Grant grant) {
      grants.add(new GrantChange.Recorded(grant));
    }

    /** A grant gets on. */
    public void move(Grant grant) {
      grants.add(new GrantChange.Moved(grant));
    }

    /**
     * The VM of a grant is known to leave.
     *
     * @param inMillis how soon
     * @param staysDrained whether what its host was told of draining it still holds
     */
    public void departs(GrantId id, long inMillis, boolean staysDrained) {
      grants.add(new GrantChange.Departing(id, inMillis, staysDrained));
    }

    /** The VM of a grant is not known to leave any more. */
    public void stays(GrantId id) {
      grants.add(new GrantChange.Departing(id, null, false));
    }

    /** The host of a grant is told to drain it. */
    public void drainTold(GrantId id) {
      grants.add(new GrantChange.DrainTold(id));
    }

    /** A slice changes. */
    public void change(SliceChange change) {
      slices.add(change);
    }

    /** A host has booted. */
    public void boot(NewBoot newBoot) {
      boot = newBoot;
    }

    /** A host is fenced, or not any more. */
    public void fence(FenceChange change) {
      fence = change;
    }

    /** A host said something of slices. */
    public void said(List<Said> all) {
      said.addAll(all);
    }

    /** A repair plan is carried out. */
    public void executed(String planId) {
      executedPlan = planId;
    }

    /** An operation is ordered. */
    public void order(Operation operation) {
      operations.add(new OperationChange.Ordered(operation));
    }

    /** An operation gets on; when it has ended everybody is told. */
    public void move(Operation operation) {
      operations.add(new OperationChange.Moved(operation));
      if (operation.state().ended()) {
        announce(new Announcement.OperationEnded(operation));
      }
    }

    /** A host is told something. */
    public void command(Command command) {
      commands.add(command);
    }

    /** Everybody is told something. */
    public void announce(Announcement announcement) {
      announcements.add(announcement);
    }

    /** The effects so far. */
    public Effects effects() {
      return new Effects(
          pools,
          grants,
          slices,
          boot,
          fence,
          said,
          executedPlan,
          operations,
          commands,
          announcements);
    }
  }
}
