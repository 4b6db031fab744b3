package io.tarn.pool.sim;

import io.tarn.agent.emc.EmcReader;
import io.tarn.agent.emc.EmcReading;
import io.tarn.agent.feed.PoolManager;
import io.tarn.agent.feed.Reply;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.pool.AckReply;
import io.tarn.contracts.pool.AckRequest;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.BootView;
import io.tarn.contracts.pool.CommandPage;
import io.tarn.pool.device.DeviceException;
import io.tarn.pool.feed.AckOutcome;
import io.tarn.pool.feed.Acks;
import io.tarn.pool.feed.BootOutcome;
import io.tarn.pool.feed.Boots;
import io.tarn.pool.feed.HostClockLimit;
import io.tarn.pool.ledger.Ledger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** An agent's calls over the network, to some manager and to the devices. */
final class AgentLine implements PoolManager, EmcReader {

  private static final long CALL_TIMEOUT = Timeline.SECONDS;
  private static final long POLL_TIMEOUT = 5 * Timeline.SECONDS;

  private final World world;

  AgentLine(World world) {
    this.world = world;
  }

  @Override
  public CompletableFuture<Reply<BootView>> reportBoot(String hostId, BootReport report) {
    String what = hostId + " reports boot " + report.bootId();
    return call(
        what,
        CALL_TIMEOUT,
        (manager, answer) ->
            manager.serve(
                what,
                serving -> new Boots(serving.ledger(), clocks()).report(hostId, report),
                outcome -> answer.accept(reply(outcome))));
  }

  private HostClockLimit clocks() {
    return new HostClockLimit(
        Duration.ofDays(1), () -> Instant.ofEpochMilli(world.timeline().now() / Timeline.MILLIS));
  }

  private static Reply<BootView> reply(BootOutcome outcome) {
    if (outcome instanceof BootOutcome.Believed believed) {
      return new Reply.Ok<>(believed.view());
    }
    return outcome instanceof BootOutcome.Superseded superseded
        ? new Reply.Superseded<>(superseded.known().bootId())
        : new Reply.NotWired<>();
  }

  @Override
  public CompletableFuture<Reply<CommandPage>> commands(String hostId, long after, Duration wait) {
    return call(
        hostId + " polls after " + after,
        POLL_TIMEOUT,
        (manager, answer) ->
            manager.poll(hostId, after, page -> answer.accept(new Reply.Ok<>(page))));
  }

  @Override
  public CompletableFuture<Reply<AckReply>> acknowledge(String hostId, AckRequest request) {
    String what = hostId + " acks " + words(request);
    return call(
        what,
        CALL_TIMEOUT,
        (manager, answer) ->
            manager.serve(
                what,
                serving -> acknowledge(serving, hostId, request),
                outcome -> answer.accept(reply(outcome))));
  }

  private AckOutcome acknowledge(Serving<?> serving, String hostId, AckRequest request) {
    Ledger ledger = serving.ledger();
    return new Acks(ledger).take(hostId, world.seams().ack(ledger, hostId, request));
  }

  private static Reply<AckReply> reply(AckOutcome outcome) {
    if (outcome instanceof AckOutcome.Judged judged) {
      return new Reply.Ok<>(judged.reply());
    }
    if (outcome instanceof AckOutcome.Fenced fenced) {
      return new Reply.Ok<>(fenced.reply());
    }
    return outcome instanceof AckOutcome.OtherBoot other
        ? new Reply.Superseded<>(String.valueOf(other.known()))
        : new Reply.NotWired<>();
  }

  private static String words(AckRequest request) {
    return request.bootId()
        + request.observations().stream()
            .map(
                seen ->
                    " "
                        + seen.poolId()
                        + "/"
                        + seen.slice()
                        + "@"
                        + seen.generation()
                        + " "
                        + seen.seen()
                        + " "
                        + seen.offlineBlocks())
            .collect(Collectors.joining(","));
  }

  @Override
  public CompletableFuture<EmcReading> read(URI emc, Set<Integer> slices) {
    CompletableFuture<EmcReading> future = new CompletableFuture<>();
    Device device = world.device(emc);
    List<Integer> numbers = slices.stream().sorted().toList();
    String what = "an agent reads " + device.poolId() + " " + numbers;
    Consumer<EmcReading> answer =
        reading -> world.network().send("answer: " + what, () -> future.complete(reading));
    world
        .network()
        .send(
            what,
            () -> {
              try {
                answer.accept(
                    new EmcReading.Entries(
                        device.read(numbers).stream()
                            .collect(Collectors.toMap(TableEntry::slice, entry -> entry))));
              } catch (DeviceException e) {
                answer.accept(new EmcReading.Unreachable(String.valueOf(e.getMessage())));
              }
            });
    return within(CALL_TIMEOUT, what, future, new EmcReading.Unreachable("no answer in time"));
  }

  private <T> CompletableFuture<Reply<T>> call(String what, long timeout, Request<T> request) {
    CompletableFuture<Reply<T>> future = new CompletableFuture<>();
    Manager manager = world.anyManager();
    world
        .network()
        .send(
            what + " to " + manager.name(),
            () ->
                request.make(
                    manager,
                    reply ->
                        world.network().send("answer: " + what, () -> future.complete(reply))));
    return within(timeout, what, future, new Reply.Failed<>("no answer in time"));
  }

  private <T> CompletableFuture<T> within(
      long timeout, String what, CompletableFuture<T> future, T otherwise) {
    Timeline.Event end =
        world.timeline().after(timeout, what + ": out of time", () -> future.complete(otherwise));
    CompletableFuture<Void> unused = future.thenRun(end::callOff);
    return future;
  }

  /** What a call does when it arrives. */
  private interface Request<T> {
    void make(Manager manager, Consumer<Reply<T>> answer);
  }
}
