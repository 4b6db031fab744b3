package io.tarn.trainer.app;

import io.tarn.trainer.ingress.TrainingDesk;
import io.tarn.trainer.run.TrainingEnd;
import io.tarn.trainer.run.TrainingLog;
import io.tarn.trainer.run.TrainingLog.Ticket;
import io.tarn.trainer.run.TrainingRequest;
import io.tarn.trainer.run.TrainingView;
import io.tarn.trainer.run.Trainings;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs trainings on a thread of their own and keeps their lease meanwhile. */
final class BackgroundTrainings implements TrainingDesk, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundTrainings.class);
  private static final int RENEWALS_PER_LEASE = 4;

  private final Trainings trainings;
  private final TrainingLog log;
  private final Duration lease;
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(work -> daemon(work, "training"));
  private final ScheduledExecutorService heart =
      Executors.newSingleThreadScheduledExecutor(work -> daemon(work, "training-lease"));

  BackgroundTrainings(Trainings trainings, TrainingLog log, Duration lease) {
    this.trainings = trainings;
    this.log = log;
    this.lease = lease;
    long pause = lease.toMillis();
    ScheduledFuture<?> unused =
        heart.scheduleWithFixedDelay(this::closeCutOff, 0, pause, TimeUnit.MILLISECONDS);
  }

  @Override
  public Optional<String> start(TrainingRequest request) {
    String trainingId = UUID.randomUUID().toString();
    Optional<Ticket> ticket = log.begin(trainingId, request);
    ticket.ifPresent(held -> worker.execute(() -> logged(request, held)));
    return ticket.map(held -> trainingId);
  }

  @Override
  public Optional<TrainingView> find(String trainingId) {
    return log.find(trainingId);
  }

  /** Runs one on the caller's thread; empty while another runs. */
  Optional<TrainingEnd> runHere(TrainingRequest request) {
    return log.begin(UUID.randomUUID().toString(), request).map(ticket -> run(request, ticket));
  }

  @Override
  public void close() {
    worker.shutdownNow();
    heart.shutdownNow();
  }

  private void logged(TrainingRequest request, Ticket ticket) {
    try {
      run(request, ticket);
    } catch (RuntimeException e) {
      LOG.error("a training did not end as it should", e);
    }
  }

  private TrainingEnd run(TrainingRequest request, Ticket ticket) {
    long pause = lease.toMillis() / RENEWALS_PER_LEASE;
    ScheduledFuture<?> beat =
        heart.scheduleWithFixedDelay(() -> renew(ticket), pause, pause, TimeUnit.MILLISECONDS);
    try {
      TrainingEnd end = trainings.run(request, ticket);
      LOG.info("training of {}: {}, {}", request.scenario(), end.state(), end.detail());
      return end;
    } finally {
      beat.cancel(false);
    }
  }

  /** Of a trainer that was killed, one that lives closes what it left. */
  private void closeCutOff() {
    try {
      log.closeCutOff();
    } catch (RuntimeException e) {
      LOG.warn("trainings that were cut off cannot be looked for: {}", e.toString());
    }
  }

  /** A lost lease shows at the training's end; a database that is away now may be back by then. */
  private static void renew(Ticket ticket) {
    try {
      ticket.renew();
    } catch (RuntimeException e) {
      LOG.warn("the training's lease was not renewed: {}", e.toString());
    }
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }
}
