package io.tarn.agent.feed;

import io.tarn.agent.feed.FeedOrder.Stretch;
import io.tarn.agent.operation.OperationBook;
import io.tarn.agent.slice.Releases;
import io.tarn.agent.slice.SliceBook;
import io.tarn.agent.strand.Backoff;
import io.tarn.agent.strand.Strand;
import io.tarn.agent.strand.Trouble;
import io.tarn.contracts.pool.CommandPage;
import io.tarn.contracts.pool.HostCommand;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows a host's command feed from the book's position. Commands are taken into the book, the
 * book is made durable, then they are enacted and the next ones are asked for.
 */
public final class FeedFollower {

  private static final Logger LOG = LoggerFactory.getLogger(FeedFollower.class);
  private static final Duration LONG_POLL = Duration.ofSeconds(25);
  private static final Duration HONEST_WAIT = Duration.ofSeconds(1);

  /** Where the follower turns to. */
  public interface Surroundings {

    /** Runs a step once the book is durable. */
    void whenDurable(Runnable step);

    /** The book wants something else than before. */
    void enact();

    /** The manager does not know the host any more. */
    void notWired();

    /** The manager knows a newer boot. */
    void superseded(String detail);
  }

  private final String hostId;
  private final Strand strand;
  private final PoolManager manager;
  private final SliceBook book;
  private final OperationBook operations;
  private final Backoff backoff;
  private final Trouble trouble;
  private final Surroundings surroundings;

  /** A follower; asks nothing yet. */
  public FeedFollower(
      String hostId,
      Strand strand,
      PoolManager manager,
      SliceBook book,
      OperationBook operations,
      Backoff backoff,
      Surroundings surroundings) {
    this.hostId = hostId;
    this.strand = strand;
    this.manager = manager;
    this.book = book;
    this.operations = operations;
    this.backoff = backoff;
    this.trouble = new Trouble(LOG, hostId + ": pool manager (feed)");
    this.surroundings = surroundings;
  }

  /** Asks for commands, and goes on asking. */
  public void follow() {
    long askedMillis = strand.nowMillis();
    strand.on(
        manager.commands(hostId, book.position(), LONG_POLL),
        reply -> answered(reply, askedMillis));
  }

  private void answered(Reply<CommandPage> reply, long askedMillis) {
    if (reply instanceof Reply.Ok<CommandPage> ok) {
      trouble.over();
      take(ok.body(), askedMillis);
    } else if (reply instanceof Reply.Superseded<CommandPage> newer) {
      surroundings.superseded(newer.detail());
    } else if (reply instanceof Reply.NotWired<CommandPage>) {
      strand.after(backoff.next(), surroundings::notWired);
    } else if (reply instanceof Reply.Failed<CommandPage> failed) {
      trouble.met(failed.reason());
      strand.after(backoff.next(), this::follow);
    }
  }

  private void take(CommandPage page, long askedMillis) {
    Stretch stretch = FeedOrder.after(book.position(), page.commands());
    if (!stretch.commands().isEmpty()) {
      take(stretch.commands(), Releases.in(page.commands()));
    } else if (page.commands().isEmpty() && waitedOut(askedMillis)) {
      backoff.reset();
      follow();
    } else {
      if (stretch.gap()) {
        LOG.warn("{}: the feed has a gap after {}, asking again", hostId, book.position());
      }
      strand.after(backoff.next(), this::follow);
    }
  }

  private void take(List<HostCommand> commands, Releases releases) {
    int taken = 0;
    while (taken < commands.size() && !book.mustWait(commands.get(taken), releases)) {
      book.take(commands.get(taken), releases);
      operations.take(commands.get(taken));
      taken++;
    }
    boolean all = taken == commands.size();
    if (taken > 0) {
      backoff.reset();
    }
    surroundings.whenDurable(
        () -> {
          surroundings.enact();
          if (all) {
            follow();
          } else {
            strand.after(backoff.next(), this::follow);
          }
        });
  }

  private boolean waitedOut(long askedMillis) {
    return strand.nowMillis() - askedMillis >= HONEST_WAIT.toMillis();
  }
}
