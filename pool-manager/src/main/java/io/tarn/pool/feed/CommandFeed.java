package io.tarn.pool.feed;

import io.tarn.contracts.pool.CommandPage;
import io.tarn.contracts.pool.HostCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands hosts their commands. A host may wait for the next one without holding a thread; it is
 * woken by a commit of this replica at once, by one of another at the next {@link #poll}.
 */
public final class CommandFeed {

  private static final Logger LOG = LoggerFactory.getLogger(CommandFeed.class);
  private static final int PAGE = 256;

  private final CommandLog log;
  private final Executor executor;
  private final Map<String, Set<Waiting>> waiting = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * @param log the feeds
   * @param executor reads the log for hosts that were woken
   */
  public CommandFeed(CommandLog log, Executor executor) {
    this.log = log;
    this.executor = executor;
  }

  /**
   * Commands of a host after a sequence.
   *
   * @param patience how long to wait when there are none yet
   * @return the page, at once or once there is something, without commands when nothing came in
   *     time; empty when there is no such host
   */
  public Optional<CompletableFuture<CommandPage>> after(
      String hostId, long sequence, Duration patience) {
    CommandPage page = page(hostId, sequence);
    if (!page.commands().isEmpty()) {
      return Optional.of(CompletableFuture.completedFuture(page));
    }
    if (log.newest(List.of(hostId)).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        patience.isZero() || closed
            ? CompletableFuture.completedFuture(page)
            : waitFor(hostId, sequence, patience));
  }

  private CompletableFuture<CommandPage> waitFor(String hostId, long sequence, Duration patience) {
    Waiting one = new Waiting(sequence, new CompletableFuture<>());
    join(hostId, one);
    CompletableFuture<CommandPage> answer =
        one.answer()
            .completeOnTimeout(
                new CommandPage(List.of(), sequence), patience.toMillis(), TimeUnit.MILLISECONDS)
            .whenComplete((page, failure) -> leave(hostId, one));
    // what was committed between the first look and joining has rung already
    serve(hostId, one);
    if (closed) {
      answerEmpty(one);
    }
    return answer;
  }

  /** Wakes whoever waits for a host's commands. */
  public void wake(String hostId) {
    Set<Waiting> hosts = waiting.get(hostId);
    if (hosts != null) {
      executor.execute(() -> List.copyOf(hosts).forEach(one -> serve(hostId, one)));
    }
  }

  /** Looks whether another replica has committed something that a host here waits for. */
  public void poll() {
    if (waiting.isEmpty()) {
      return;
    }
    List<String> hosts = new ArrayList<>(waiting.keySet());
    log.newest(hosts)
        .forEach(
            (hostId, newest) -> {
              if (waiting.getOrDefault(hostId, Set.of()).stream()
                  .anyMatch(one -> one.sequence() < newest)) {
                wake(hostId);
              }
            });
  }

  /** Answers everyone who waits, and lets nobody wait any more, so that the service can end. */
  public void close() {
    closed = true;
    waiting.values().forEach(ones -> List.copyOf(ones).forEach(CommandFeed::answerEmpty));
  }

  private static void answerEmpty(Waiting one) {
    one.answer().complete(new CommandPage(List.of(), one.sequence()));
  }

  /** Hosts that wait now. */
  public int waitingHosts() {
    return waiting.size();
  }

  private void serve(String hostId, Waiting one) {
    if (one.answer().isDone()) {
      return;
    }
    try {
      CommandPage page = page(hostId, one.sequence());
      if (!page.commands().isEmpty()) {
        one.answer().complete(page);
      }
    } catch (RuntimeException e) {
      LOG.warn("host {} waits on: {}", hostId, String.valueOf(e.getMessage()));
    }
  }

  private CommandPage page(String hostId, long sequence) {
    List<HostCommand> commands = log.after(hostId, sequence, PAGE);
    long next = commands.isEmpty() ? sequence : commands.get(commands.size() - 1).sequence();
    return new CommandPage(commands, next);
  }

  private void join(String hostId, Waiting one) {
    waiting.compute(
        hostId,
        (host, others) -> {
          Set<Waiting> all = others == null ? ConcurrentHashMap.newKeySet() : others;
          all.add(one);
          return all;
        });
  }

  private void leave(String hostId, Waiting one) {
    waiting.computeIfPresent(
        hostId,
        (host, others) -> {
          others.remove(one);
          return others.isEmpty() ? null : others;
        });
  }

  /** Someone who waits; compared by identity of the answer. */
  private record Waiting(long sequence, CompletableFuture<CommandPage> answer) {}
}
