package io.tarn.local.stack;

import io.tarn.local.cluster.Wiring;
import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Checkout;
import io.tarn.local.home.DiskSpace;
import io.tarn.local.home.Folders;
import io.tarn.local.home.Home;
import io.tarn.local.home.Mode;
import io.tarn.local.home.StackLock;
import io.tarn.local.identity.IdentityFiles;
import io.tarn.local.identity.SigningKey;
import io.tarn.local.plan.StackFile;
import io.tarn.local.plan.StackOptions;
import io.tarn.local.postgres.PostgresServer;
import io.tarn.local.process.ProcessTable;
import io.tarn.local.rest.Persistent;
import io.tarn.local.rest.RestClient;
import io.tarn.local.service.Names;
import io.tarn.local.service.ServicePlan;
import io.tarn.local.supervise.ControlServer;
import io.tarn.local.supervise.Service;
import io.tarn.local.supervise.StatusReport;
import io.tarn.local.supervise.Supervisor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A whole stack: PostgreSQL, a Kafka broker, every service, simulated hosts and pools. One at a
 * time runs in a home; this process supervises it until {@link #close}.
 */
public final class Stack implements AutoCloseable {

  private static final Duration LEFTOVER_PATIENCE = Duration.ofSeconds(10);
  private static final Duration WIRING_PATIENCE = Duration.ofMinutes(1);

  private final Checkout checkout;
  private final Home home;
  private final StackOptions options;
  private final Progress progress;
  private final ProcessTable table;
  private final Supervisor supervisor;
  private final CountDownLatch stopOrder = new CountDownLatch(1);

  private @Nullable StackLock lock;
  private @Nullable ControlServer control;
  private @Nullable RunningStack running;
  private final CountDownLatch startEnded = new CountDownLatch(1);
  private volatile @Nullable Thread starter;
  private volatile @Nullable Thread worker;
  private volatile String step = "not started";
  private volatile boolean ready;

  /**
   * @param checkout where the jars are
   * @param home where state is kept
   * @param options what the stack shall be like
   * @param progress told what is being done
   */
  public Stack(Checkout checkout, Home home, StackOptions options, Progress progress) {
    this.checkout = checkout;
    this.home = home;
    this.options = options;
    this.progress = progress;
    this.table = new ProcessTable(home.processes());
    this.supervisor = new Supervisor(table);
  }

  /**
   * Starts everything and waits until it is ready.
   *
   * @return the stack that now runs
   * @throws CannotStart when something does not start; call {@link #close} then too
   */
  public RunningStack start() throws CannotStart, InterruptedException {
    return start(running -> {});
  }

  /**
   * Starts everything and waits until it is ready.
   *
   * @param before what the stack goes through before it counts as ready
   * @return the stack that now runs
   * @throws CannotStart when something does not start; call {@link #close} then too
   */
  public RunningStack start(Before before) throws CannotStart, InterruptedException {
    starter = Thread.currentThread();
    worker = starter;
    try {
      return startAll(before);
    } finally {
      starter = null;
      startEnded.countDown();
    }
  }

  private RunningStack startAll(Before before) throws CannotStart, InterruptedException {
    lock = StackLock.take(home, options.mode().folder());
    DiskSpace.check(home.root(), DiskSpace.NEEDED_MIB);
    for (String module : modules()) {
      checkout.executableJar(module);
    }
    clearAway();
    control = listen();
    StackFile file = new StackFiles(home).choose(options);
    PostgresServer postgres = new Stores(checkout, home, supervisor, this::step).start(file);
    ServicePlan plan = new ServicePlan(checkout, home, file, postgres.passwords(), identity());
    step("Database: migrated", () -> Migration.run(plan.migration()));
    RunningStack stack = new RunningStack(home, file, postgres.admin(), supervisor, credentials());
    running = stack;
    startServices(plan);
    startCluster(plan, stack);
    before.goThrough(stack);
    ready = true;
    step = "ready";
    return stack;
  }

  /** Waits until somebody orders the stack to stop. */
  public void awaitStopOrder() throws InterruptedException {
    worker = null;
    stopOrder.await();
  }

  /** Whoever waits for the order goes on; what else the thread that started does is interrupted. */
  private void orderStop() {
    stopOrder.countDown();
    Thread thread = worker;
    if (thread != null) {
      thread.interrupt();
    }
  }

  /** Ends all processes and lets go of the home. */
  @Override
  public void close() {
    step = "stopping";
    worker = null;
    supervisor.stop();
    interruptStart();
    letGo();
    stopOrder.countDown();
  }

  /** A child that start waits for, such as the migration job, is ended by the interruption. */
  private void interruptStart() {
    Thread thread = starter;
    if (thread != null && !thread.equals(Thread.currentThread())) {
      thread.interrupt();
      try {
        startEnded.await(LEFTOVER_PATIENCE.toSeconds(), TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void letGo() {
    try {
      if (control != null) {
        control.close();
        control = null;
      }
      if (lock != null) {
        table.clear();
        lock.close();
        lock = null;
      }
    } catch (IOException e) {
      progress.say("  " + home.root() + " was not left clean: " + e);
    }
  }

  private List<String> modules() {
    return options.learns()
        ? List.of("pool-manager", "scheduler-service", Names.COLLECTOR, Names.TRAINER)
        : List.of("pool-manager", "scheduler-service");
  }

  private void clearAway() throws CannotStart {
    try {
      List<String> left = table.endLeftovers(LEFTOVER_PATIENCE);
      if (!left.isEmpty()) {
        progress.say(
            "  An earlier run was killed and had left "
                + String.join(", ", left)
                + " running; they were ended.");
      }
      if (options.mode() == Mode.DEMO) {
        Folders.delete(data());
      }
      Files.deleteIfExists(home.control());
      Files.createDirectories(data());
    } catch (IOException e) {
      throw new CannotStart(home.root() + " cannot be cleared: " + e, e);
    }
  }

  private ControlServer listen() throws CannotStart {
    try {
      return ControlServer.start(
          home.control(), this::report, supervisor::restart, this::orderStop);
    } catch (IOException e) {
      throw new CannotStart("The control port cannot be opened: " + e, e);
    }
  }

  private StatusReport report() {
    RunningStack stack = running;
    return new StatusReport(
        ready,
        ProcessHandle.current().pid(),
        step,
        supervisor.statuses(),
        stack == null ? Map.of() : stack.file().urls());
  }

  private void startServices(ServicePlan plan) throws CannotStart, InterruptedException {
    List<Service> services = new ArrayList<>();
    services.add(plan.emulator());
    for (int replica = 1; replica <= options.poolManagers(); replica++) {
      services.add(plan.poolManager(replica));
    }
    for (int replica = 1; replica <= options.schedulers(); replica++) {
      services.add(plan.scheduler(replica));
    }
    if (options.learns()) {
      plan.models().make();
      services.add(plan.collector());
      services.add(plan.trainer());
      services.add(plan.frontEnd());
    }
    for (Service service : services) {
      supervisor.start(service);
    }
    for (Service service : services) {
      step(service.name() + ": ready", () -> supervisor.awaitReady(service.name()));
    }
  }

  private void startCluster(ServicePlan plan, RunningStack stack)
      throws CannotStart, InterruptedException {
    StackFile file = stack.file();
    step(
        "Cluster: " + options.cluster().describe(),
        () ->
            new Wiring(
                    new Persistent(new RestClient(credentials()::admin), WIRING_PATIENCE),
                    file.emulator(),
                    file.poolManagers(),
                    file.schedulers())
                .wire(options.cluster()));
    Path hosts = data().resolve("hosts.txt");
    try {
      Files.write(hosts, options.cluster().hostIds());
    } catch (IOException e) {
      throw new CannotStart(hosts + " cannot be written: " + e, e);
    }
    supervisor.start(plan.agents(hosts));
    step(
        Names.AGENTS + ": every host has reported its boot",
        () -> {
          supervisor.awaitReady(Names.AGENTS);
          new Boots(stack.database()).await(options.cluster());
        });
  }

  private IdentityFiles identity() throws CannotStart {
    IdentityFiles files = new IdentityFiles(data().resolve("identity"));
    if (options.secure()) {
      files.write(SigningKey.in(files.folder(), Clock.systemUTC()), options.cluster().hostIds());
    }
    return files;
  }

  private Credentials credentials() throws CannotStart {
    return options.secure()
        ? Credentials.of(SigningKey.in(data().resolve("identity"), Clock.systemUTC()))
        : Credentials.NONE;
  }

  private void step(String what, Progress.Step work) throws CannotStart, InterruptedException {
    step = what;
    progress.step(what, work);
  }

  private Path data() {
    return home.data(options.mode());
  }

  /** What a stack goes through before it counts as ready. */
  public interface Before {
    /** Does it. */
    void goThrough(RunningStack stack) throws CannotStart, InterruptedException;
  }
}
