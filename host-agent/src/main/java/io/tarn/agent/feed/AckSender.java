package io.tarn.agent.feed;

import io.tarn.agent.operation.OperationBook;
import io.tarn.agent.slice.SliceBook;
import io.tarn.agent.strand.Backoff;
import io.tarn.agent.strand.Strand;
import io.tarn.agent.strand.Trouble;
import io.tarn.contracts.pool.AckReply;
import io.tarn.contracts.pool.AckReply.OperationResult;
import io.tarn.contracts.pool.AckReply.Outcome;
import io.tarn.contracts.pool.AckRequest;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.OperationReport;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports what the books have to report, one batch at a time, each only once they are durable and
 * each until the manager has taken it.
 */
public final class AckSender {

  private static final Logger LOG = LoggerFactory.getLogger(AckSender.class);
  private static final int MOST = 1024;
  private static final Duration LINGER = Duration.ofMillis(3);

  private final String hostId;
  private final String bootId;
  private final Strand strand;
  private final PoolManager manager;
  private final SliceBook book;
  private final OperationBook operations;
  private final Backoff backoff;
  private final Trouble trouble;
  private final Consumer<Runnable> whenDurable;
  private final Consumer<String> superseded;
  private boolean underWay;

  /**
   * @param whenDurable runs a step once the book is durable
   * @param superseded told when the manager knows a newer boot
   */
  public AckSender(
      String hostId,
      String bootId,
      Strand strand,
      PoolManager manager,
      SliceBook book,
      OperationBook operations,
      Backoff backoff,
      Consumer<Runnable> whenDurable,
      Consumer<String> superseded) {
    this.hostId = hostId;
    this.bootId = bootId;
    this.strand = strand;
    this.manager = manager;
    this.book = book;
    this.operations = operations;
    this.backoff = backoff;
    this.trouble = new Trouble(LOG, hostId + ": pool manager (acks)");
    this.whenDurable = whenDurable;
    this.superseded = superseded;
  }

  /** Sends soon what there is to report; what comes up meanwhile travels along. */
  public void send() {
    if (!underWay && !(book.unreported(1).isEmpty() && operations.unreported(1).isEmpty())) {
      underWay = true;
      strand.after(LINGER, () -> whenDurable.accept(this::transmit));
    }
  }

  private void transmit() {
    List<Observation> seen = book.unreported(MOST);
    List<OperationReport> reports = operations.unreported(MOST);
    if (seen.isEmpty() && reports.isEmpty()) {
      underWay = false;
      return;
    }
    AckRequest batch = new AckRequest(bootId, seen, reports);
    strand.on(manager.acknowledge(hostId, batch), reply -> answered(batch, reply));
  }

  private void answered(AckRequest batch, Reply<AckReply> reply) {
    if (reply instanceof Reply.Ok<AckReply> ok) {
      trouble.over();
      backoff.reset();
      book.reported(batch.observations());
      operations.reported(batch.operations());
      operations.answered(ok.body().operations());
      ok.body().results().forEach(this::say);
      ok.body().operations().forEach(this::say);
      underWay = false;
      send();
    } else if (reply instanceof Reply.Superseded<AckReply> newer) {
      superseded.accept(newer.detail());
    } else {
      trouble.met(
          reply instanceof Reply.Failed<AckReply> failed ? failed.reason() : "host is not wired");
      strand.after(backoff.next(), () -> whenDurable.accept(this::transmit));
    }
  }

  private void say(AckReply.Result result) {
    if (result.outcome() == Outcome.REFUSED) {
      LOG.info(
          "{}: manager does not take the observation of {}/{}: {}",
          hostId,
          result.poolId(),
          result.slice(),
          result.reason());
    }
  }

  private void say(OperationResult result) {
    if (result.reason() != null) {
      LOG.info(
          "{}: manager does not take the report of operation {}: {}",
          hostId,
          result.operationId(),
          result.reason());
    }
  }
}
