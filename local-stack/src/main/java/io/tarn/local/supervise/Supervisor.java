package io.tarn.local.supervise;

import io.tarn.local.home.CannotStart;
import io.tarn.local.process.Logs;
import io.tarn.local.process.ProcessTable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Keeps the processes of a stack running, in the order in which they were started. */
public final class Supervisor {

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int MOST_DEATHS = 4;

  private final ProcessTable table;
  private final List<Named> processes = new ArrayList<>();
  private boolean stopping;

  /**
   * @param table where started processes are remembered
   */
  public Supervisor(ProcessTable table) {
    this.table = table;
  }

  /**
   * Starts a service with a log of its own.
   *
   * @throws CannotStart when its log cannot be written, or the stack is being stopped
   */
  public synchronized void start(Service service) throws CannotStart {
    if (stopping) {
      throw new CannotStart("The stack is being stopped.");
    }
    try {
      Logs.rotate(service.spec().log());
    } catch (IOException e) {
      throw new CannotStart(service.spec().log() + " cannot be written: " + e, e);
    }
    SupervisedProcess process = new SupervisedProcess(service, table);
    processes.add(new Named(service.name(), process, service.foundation()));
    process.start();
  }

  /**
   * Waits until a service is ready.
   *
   * @throws CannotStart when it is not in time or keeps dying
   */
  public void awaitReady(String service) throws CannotStart, InterruptedException {
    known(service).awaitReady(PATIENCE, MOST_DEATHS);
  }

  /**
   * Restarts a service in good order, or all replicas of it.
   *
   * @param service its name; {@code scheduler} also means {@code scheduler-2} and so on
   * @return the processes that are being restarted; none when there is no such service
   */
  public List<String> restart(String service) {
    List<Named> matching =
        snapshot().stream().filter(named -> isReplica(named.name(), service)).toList();
    matching.forEach(named -> named.process().restart());
    return matching.stream().map(Named::name).toList();
  }

  /**
   * Kills a service's process as a crash would, and waits until it was started again.
   *
   * @throws CannotStart when it does not come back
   */
  public void kill(String service) throws CannotStart, InterruptedException {
    known(service).kill(PATIENCE);
  }

  /** All processes as they stand, in the order of their start. */
  public List<ServiceStatus> statuses() {
    return snapshot().stream().map(named -> named.process().status()).toList();
  }

  /** Stops all processes: at once those that nobody needs, then the foundations. */
  public void stop() {
    List<Named> all;
    synchronized (this) {
      stopping = true;
      all = List.copyOf(processes);
    }
    stop(all.stream().filter(named -> !named.foundation()).toList());
    stop(all.stream().filter(Named::foundation).toList());
  }

  private static void stop(List<Named> these) {
    List<Thread> stoppers =
        these.stream().map(named -> new Thread(named.process()::stop, "stop")).toList();
    stoppers.forEach(Thread::start);
    try {
      for (Thread stopper : stoppers) {
        stopper.join();
      }
    } catch (InterruptedException e) {
      stoppers.forEach(Thread::interrupt);
      Thread.currentThread().interrupt();
    }
  }

  static boolean isReplica(String name, String service) {
    return name.equals(service) || name.matches(Pattern.quote(service) + "-\\d+");
  }

  private SupervisedProcess known(String service) throws CannotStart {
    return snapshot().stream()
        .filter(named -> named.name().equals(service))
        .map(Named::process)
        .findFirst()
        .orElseThrow(() -> new CannotStart("There is no service " + service + "."));
  }

  private synchronized List<Named> snapshot() {
    return List.copyOf(processes);
  }

  private record Named(String name, SupervisedProcess process, boolean foundation) {}
}
