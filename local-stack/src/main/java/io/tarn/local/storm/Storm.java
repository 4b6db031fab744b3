package io.tarn.local.storm;

import io.tarn.local.cluster.ClusterShape;
import io.tarn.local.home.CannotStart;
import io.tarn.local.invariant.CheckResult;
import io.tarn.local.invariant.RowReader;
import io.tarn.local.plan.StackFile;
import io.tarn.local.rest.RestClient;
import io.tarn.local.stack.Progress;
import io.tarn.local.stack.RunningStack;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Clients ask the pool manager for grants while its processes are killed and paused; everything is
 * looked at again and again meanwhile, and once more when it is calm.
 */
public final class Storm {

  /** The last pool has all its slices granted at once, and to one client alone. */
  public static final ClusterShape CLUSTER = new ClusterShape(12, 3, 4, 8, 12);

  /** Replicas of the pool manager, so that leaders change. */
  public static final int MANAGERS = 2;

  private static final int CLIENTS = 6;
  private static final int GRANTS_BETWEEN_GUSTS = 6;

  /** A paused replica is given up on, and asked again at another, while its request lies there. */
  private static final Duration SILENCE = Duration.ofSeconds(2);

  private static final Duration ANSWER_PATIENCE = Duration.ofMinutes(3);
  private static final Duration WORK_PATIENCE = Duration.ofMinutes(2);
  private static final double NANOS = 1e9;

  private final RunningStack stack;
  private final StackFile file;
  private final StormPlan plan;
  private final Progress progress;
  private final Weather weather;
  private final GrantLedger ledger = new GrantLedger();
  private final Tally documented =
      new Tally(
          "answers-as-documented",
          "every request was answered in time, as the API promises, and as was acknowledged");
  private final Tally followed =
      new Tally("leader-followed", "a leader stopped past its lease is followed by the other");
  private final Tally goesOn =
      new Tally("work-goes-on", "when all processes are back, grants are made again");
  private final Rules rules = new Rules();
  private final RestClient quick;
  private final Asking asking;
  private final AtomicBoolean asked = new AtomicBoolean(true);
  private final AtomicBoolean watched = new AtomicBoolean(true);
  private int sleepers;
  private int regranted;

  /**
   * @param stack that runs, with {@link #MANAGERS} pool managers and the cluster {@link #CLUSTER}
   * @param plan what befalls it
   * @param pauses stops processes; closed by who made it
   * @param progress told what happens
   */
  public Storm(RunningStack stack, StormPlan plan, Pauses pauses, Progress progress) {
    this.stack = stack;
    this.file = stack.file();
    this.plan = plan;
    this.progress = progress;
    this.weather = new Weather(stack.supervisor(), pauses, progress);
    this.quick = new RestClient(stack.credentials()::admin, SILENCE);
    this.asking = new Asking(quick, file.poolManagers(), ANSWER_PATIENCE);
  }

  /**
   * Lets it storm.
   *
   * @throws CannotStart when something does not come back, or cannot be looked at
   */
  public StormOutcome run() throws CannotStart, InterruptedException {
    ExecutorService threads = Executors.newCachedThreadPool();
    Watch watch =
        new Watch(
            new Looking(quick, file, new RowReader(stack.database()), ledger), rules, watched::get);
    try {
      Future<?> watching = threads.submit(watch);
      List<Future<?>> clients = clients(threads);
      long began = System.nanoTime();
      storm();
      asked.set(false);
      for (Future<?> client : clients) {
        ended(client);
      }
      double seconds = (System.nanoTime() - began) / NANOS;
      weather.awaitReady();
      List<CheckResult> after =
          new Aftermath(stack, client(new Random(plan.seed())), ledger, progress).check();
      watched.set(false);
      ended(watching);
      List<CheckResult> checks = new ArrayList<>(rules.results());
      checks.addAll(List.of(documented.result(), followed.result(), goesOn.result()));
      checks.addAll(after);
      return outcome(watch.looks(), checks, seconds);
    } finally {
      asked.set(false);
      watched.set(false);
      threads.shutdownNow();
      weather.close();
    }
  }

  private List<Future<?>> clients(ExecutorService threads) {
    Map<String, List<String>> field = new TreeMap<>();
    List<String> pools = file.options().cluster().poolIds();
    pools
        .subList(0, pools.size() - 1)
        .forEach(pool -> field.put(pool, file.options().cluster().hostsOf(pool)));
    List<Future<?>> clients = new ArrayList<>();
    for (int i = 1; i <= CLIENTS; i++) {
      Random random = new Random(plan.seed() * CLIENTS + i);
      clients.add(
          threads.submit(
              new LoadClient(
                  "storm-" + i, client(random), ledger, field, documented, random, asked::get)));
    }
    return clients;
  }

  private GrantClient client(Random random) {
    return new GrantClient(asking, ledger, documented, () -> random.nextInt(MANAGERS));
  }

  private void storm() throws CannotStart, InterruptedException {
    List<String> pools = file.options().cluster().poolIds();
    SleepingLeader sleeping =
        new SleepingLeader(
            quick,
            file,
            new Leaders(quick, file.poolManagers()),
            weather,
            client(new Random(plan.seed())),
            ledger,
            progress,
            pools.get(pools.size() - 1));
    for (Gust gust : plan.gusts()) {
      weather.awaitReady();
      awaitGrants();
      TimeUnit.MILLISECONDS.sleep(gust.calmMillis());
      if (gust instanceof Gust.Strikes strikes) {
        weather.strike(strikes);
      } else {
        sleep(sleeping);
      }
    }
    weather.awaitReady();
    awaitGrants();
  }

  private void sleep(SleepingLeader sleeping) throws CannotStart, InterruptedException {
    try {
      SleepingLeader.Night night = sleeping.sleep();
      followed.judged(night.deposed() ? "" : night + ": nobody else came to lead");
      sleepers += night.held() && night.deposed() ? 1 : 0;
      regranted += night.regranted() ? 1 : 0;
    } catch (IOException e) {
      documented.broken("a leader was to sleep: " + e.getMessage());
    }
  }

  /** Work goes on between gusts. */
  private void awaitGrants() throws InterruptedException {
    int before = ledger.acknowledged();
    boolean made =
        Patience.await(WORK_PATIENCE, () -> ledger.acknowledged() >= before + GRANTS_BETWEEN_GUSTS);
    goesOn.judged(made ? "" : "fewer than " + GRANTS_BETWEEN_GUSTS + " grants in " + WORK_PATIENCE);
  }

  private static void ended(Future<?> thread) throws CannotStart, InterruptedException {
    try {
      thread.get();
    } catch (ExecutionException e) {
      throw new CannotStart("The storm has a fault of its own: " + e.getCause(), e);
    }
  }

  private StormOutcome outcome(int looks, List<CheckResult> checks, double seconds) {
    return new StormOutcome(
        weather.killed(),
        weather.paused(),
        sleepers,
        regranted,
        ledger.acknowledged(),
        ledger.gone(),
        asking.answered(),
        asking.unknown(),
        looks,
        checks,
        seconds);
  }
}
