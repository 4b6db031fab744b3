package io.tarn.pool.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.pool.CommandPage;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.SliceRef;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CommandFeedTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  private final Log log = new Log();
  private final CommandFeed feed = new CommandFeed(log, Runnable::run);

  @Test
  void commandsThatAreThere_areHandedOutAtOnce() {
    log.append("h1");
    log.append("h1");
    assertThat(ask("h1", 0, LONG)).isCompletedWithValueMatching(page -> page.next() == 2);
    assertThat(ask("h1", 1, LONG))
        .isCompletedWithValueMatching(page -> page.commands().get(0).sequence() == 2);
  }

  @Test
  void nothingThere_isAnEmptyPageAtOnceWhenNobodyWaits() {
    assertThat(ask("h1", 5, Duration.ZERO)).isCompletedWithValue(new CommandPage(List.of(), 5));
    assertThat(feed.waitingHosts()).isZero();
  }

  @Test
  void unknownHost_isNone() {
    assertThat(feed.after("nobody", 0, LONG)).isEmpty();
  }

  @Test
  void commitOfThisReplica_wakesTheHostAndNoOther() {
    CompletableFuture<CommandPage> first = ask("h1", 0, LONG);
    CompletableFuture<CommandPage> second = ask("h2", 0, LONG);
    assertThat(feed.waitingHosts()).isEqualTo(2);
    log.append("h1");
    assertThat(first).isNotDone();
    feed.wake("h1");
    feed.wake("h3");
    assertThat(first).isCompletedWithValueMatching(page -> page.next() == 1);
    assertThat(second).isNotDone();
    assertThat(feed.waitingHosts()).isEqualTo(1);
  }

  @Test
  void commitOfAnotherReplica_isSeenAtThePoll() {
    CompletableFuture<CommandPage> waiting = ask("h1", 0, LONG);
    feed.poll();
    assertThat(waiting).isNotDone();
    log.append("h1");
    feed.poll();
    assertThat(waiting).isCompletedWithValueMatching(page -> page.next() == 1);
  }

  @Test
  void commitBetweenTheFirstLookAndTheWait_isNotMissed() {
    log.beforeNewest = () -> log.append("h1");
    assertThat(ask("h1", 0, LONG)).isCompletedWithValueMatching(page -> page.next() == 1);
  }

  @Test
  void waitThatEnds_isAnEmptyPage() throws Exception {
    CommandPage page = ask("h1", 0, Duration.ofMillis(20)).get(10, TimeUnit.SECONDS);
    assertThat(page).isEqualTo(new CommandPage(List.of(), 0));
    assertThat(feed.waitingHosts()).isZero();
  }

  @Test
  void feedThatIsClosed_letsNobodyWait() {
    CompletableFuture<CommandPage> waiting = ask("h1", 4, LONG);
    feed.close();
    assertThat(waiting).isCompletedWithValue(new CommandPage(List.of(), 4));
    assertThat(ask("h1", 4, LONG)).isCompletedWithValue(new CommandPage(List.of(), 4));
  }

  @Test
  void logThatFails_isAskedAgain() {
    CompletableFuture<CommandPage> waiting = ask("h1", 0, LONG);
    log.append("h1");
    log.failing = true;
    feed.wake("h1");
    assertThat(waiting).isNotDone();
    log.failing = false;
    feed.poll();
    assertThat(waiting).isCompleted();
  }

  private CompletableFuture<CommandPage> ask(String hostId, long after, Duration patience) {
    return feed.after(hostId, after, patience).orElseThrow();
  }

  /** Feeds in memory. */
  private static final class Log implements CommandLog {

    private final Map<String, List<HostCommand>> feeds =
        new HashMap<>(Map.of("h1", new ArrayList<>(), "h2", new ArrayList<>()));
    private Runnable beforeNewest = () -> {};
    private boolean failing;

    void append(String hostId) {
      List<HostCommand> commands = feeds.getOrDefault(hostId, new ArrayList<>());
      commands.add(
          new HostCommand(
              commands.size() + 1,
              HostCommand.Kind.ONLINE,
              "vm.1",
              "p",
              URI.create("http://emc"),
              0,
              List.of(new SliceRef(0, 1))));
    }

    @Override
    public List<HostCommand> after(String hostId, long sequence, int most) {
      if (failing) {
        throw new IllegalStateException("away");
      }
      return feeds.getOrDefault(hostId, List.of()).stream()
          .filter(command -> command.sequence() > sequence)
          .limit(most)
          .toList();
    }

    @Override
    public Map<String, Long> newest(Collection<String> hostIds) {
      beforeNewest.run();
      Map<String, Long> newest = new HashMap<>();
      for (String hostId : hostIds) {
        List<HostCommand> commands = feeds.get(hostId);
        if (commands != null) {
          newest.put(hostId, (long) commands.size());
        }
      }
      return newest;
    }
  }
}
