package io.tarn.agent.world;

import io.tarn.agent.feed.PoolManager;
import io.tarn.agent.feed.Reply;
import io.tarn.contracts.pool.AckReply;
import io.tarn.contracts.pool.AckReply.OperationOutcome;
import io.tarn.contracts.pool.AckReply.OperationResult;
import io.tarn.contracts.pool.AckRequest;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.BootView;
import io.tarn.contracts.pool.CommandPage;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.HostCommand.Kind;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.OperationOrder;
import io.tarn.contracts.pool.OperationReport;
import io.tarn.contracts.pool.SliceRef;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The pool manager's side of one host's feed. */
public final class InMemoryPoolManager implements PoolManager {

  /** The host's port at every pool. */
  public static final int PORT = 7;

  private final List<HostCommand> feed = new ArrayList<>();
  private final Queue<List<HostCommand>> scripted = new ArrayDeque<>();
  private final List<BootReport> boots = new ArrayList<>();
  private final List<Observation> acked = new ArrayList<>();
  private final List<OperationReport> reports = new ArrayList<>();
  private final Set<String> ended = new HashSet<>();
  private @Nullable Runnable waiting;
  private boolean wired = true;
  private boolean down;
  private int repliesToLose;
  private int ackCalls;

  /** Where a pool's EMC answers. */
  public static URI emc(String poolId) {
    return URI.create("http://emc:1/v1/emcs/" + poolId);
  }

  /** Issues a command and wakes a long poll. */
  public HostCommand issue(Kind kind, String poolId, SliceRef... slices) {
    return issue(command(feed.size() + 1, kind, poolId, slices));
  }

  /** Orders an operation. */
  public HostCommand order(OperationOrder order, String poolId, SliceRef... slices) {
    return issue(Kind.OPERATE, order, poolId, slices);
  }

  /** Calls an operation off. */
  public HostCommand cancel(OperationOrder order, String poolId) {
    return issue(Kind.CANCEL, order, poolId);
  }

  private HostCommand issue(Kind kind, OperationOrder order, String poolId, SliceRef... slices) {
    return issue(
        new HostCommand(
            feed.size() + 1, kind, "vm.1", poolId, emc(poolId), PORT, List.of(slices), order));
  }

  private HostCommand issue(HostCommand command) {
    feed.add(command);
    Runnable poll = waiting;
    waiting = null;
    if (poll != null) {
      poll.run();
    }
    return command;
  }

  /** A command that is not in the feed. */
  public static HostCommand command(long sequence, Kind kind, String poolId, SliceRef... slices) {
    return new HostCommand(sequence, kind, "vm.1", poolId, emc(poolId), PORT, List.of(slices));
  }

  /** The next poll is answered with this page, whatever the feed says. */
  public void answerNextPollWith(HostCommand... page) {
    scripted.add(List.of(page));
  }

  public void setWired(boolean wired) {
    this.wired = wired;
  }

  public void setDown(boolean down) {
    this.down = down;
  }

  /** The next acks are taken but their answers get lost. */
  public void loseReplies(int count) {
    repliesToLose = count;
  }

  /** A newer boot of the host is known. */
  public void knowBoot(BootReport boot) {
    boots.add(boot);
  }

  public List<BootReport> boots() {
    return List.copyOf(boots);
  }

  /** Every observation of the current boot and those before, in the order taken. */
  public List<Observation> acked() {
    return List.copyOf(acked);
  }

  /** Every report of an operation, in the order taken. */
  public List<OperationReport> reports() {
    return List.copyOf(reports);
  }

  /** From now on an operation has ended for the manager. */
  public void end(String operationId) {
    ended.add(operationId);
  }

  /** How often acks arrived, taken or not. */
  public int ackCalls() {
    return ackCalls;
  }

  @Override
  public CompletableFuture<Reply<BootView>> reportBoot(String hostId, BootReport report) {
    if (down) {
      return done(new Reply.Failed<>("down"));
    }
    if (!wired) {
      return done(new Reply.NotWired<>());
    }
    if (!isNewest(report.bootId()) && !boots.isEmpty()) {
      if (report.bootedAtMillis() <= newest().bootedAtMillis()) {
        return done(new Reply.Superseded<>("newer is " + newest().bootId()));
      }
    }
    if (!isNewest(report.bootId())) {
      boots.add(report);
    }
    return done(new Reply.Ok<>(new BootView(hostId, report.bootId(), true, null, feed.size())));
  }

  @Override
  public CompletableFuture<Reply<CommandPage>> commands(String hostId, long after, Duration wait) {
    if (down) {
      return done(new Reply.Failed<>("down"));
    }
    if (!scripted.isEmpty()) {
      return done(page(scripted.remove(), after));
    }
    if (feed.size() > after) {
      return done(page(feed.subList((int) after, feed.size()), after));
    }
    CompletableFuture<Reply<CommandPage>> later = new CompletableFuture<>();
    waiting = () -> later.complete(page(feed.subList((int) after, feed.size()), after));
    return later;
  }

  @Override
  public CompletableFuture<Reply<AckReply>> acknowledge(String hostId, AckRequest request) {
    ackCalls++;
    if (down) {
      return done(new Reply.Failed<>("down"));
    }
    if (!isNewest(request.bootId())) {
      return done(new Reply.Superseded<>("newer is " + newest().bootId()));
    }
    acked.addAll(request.observations());
    reports.addAll(request.operations());
    if (repliesToLose > 0) {
      repliesToLose--;
      return done(new Reply.Failed<>("answer lost"));
    }
    return done(
        new Reply.Ok<>(
            new AckReply(
                request.observations().stream()
                    .map(
                        seen ->
                            new AckReply.Result(
                                seen.poolId(), seen.slice(), AckReply.Outcome.APPLIED, null))
                    .toList(),
                request.operations().stream().map(this::result).toList())));
  }

  private OperationResult result(OperationReport report) {
    return ended.contains(report.operationId())
        ? new OperationResult(report.operationId(), OperationOutcome.ENDED, "it has ended EXPIRED")
        : new OperationResult(report.operationId(), OperationOutcome.APPLIED, null);
  }

  private boolean isNewest(String bootId) {
    return !boots.isEmpty() && newest().bootId().equals(bootId);
  }

  private BootReport newest() {
    return boots.get(boots.size() - 1);
  }

  private static Reply<CommandPage> page(List<HostCommand> commands, long after) {
    long next = commands.isEmpty() ? after : commands.get(commands.size() - 1).sequence();
    return new Reply.Ok<>(new CommandPage(commands, next));
  }

  private static <T> CompletableFuture<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
