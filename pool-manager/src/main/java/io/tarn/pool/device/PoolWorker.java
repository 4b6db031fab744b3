package io.tarn.pool.device;

import java.time.Duration;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives one pool on a thread of its own, so that a device which is away or slow holds up nobody
 * else: holds the lease when it can, makes passes while they get on, waits otherwise.
 */
final class PoolWorker implements Runnable, DriverObserver.PoolStatus {

  private static final Logger LOG = LoggerFactory.getLogger(PoolWorker.class);

  private final String poolId;
  private final PoolDriver driver;
  private final Leadership leadership;
  private final DriverTimings timings;
  private final Backoff backoff;
  private final DriverObserver observer;
  private final Semaphore rings = new Semaphore(0);
  private volatile boolean stopped;
  private volatile boolean leads;

  /** Whether there may be work; whoever sees some rings. */
  private boolean due = true;

  private volatile Set<String> differing = Set.of();
  private String lastFailure = "";
  private String wrongDevice = "";

  PoolWorker(
      String poolId,
      PoolDriver driver,
      Leadership leadership,
      DriverTimings timings,
      Backoff backoff,
      DriverObserver observer) {
    this.poolId = poolId;
    this.driver = driver;
    this.leadership = leadership;
    this.timings = timings;
    this.backoff = backoff;
    this.observer = observer;
  }

  /** Says that this replica committed something for the device to do. */
  void ring() {
    rings.release();
  }

  /** Says how many slices wait for the device by the record. */
  void waiting(int slices) {
    if (leads && slices > differing.size()) {
      rings.release();
    }
  }

  /** Has the worker end after the current pass; its thread is to be interrupted, too. */
  void stop() {
    stopped = true;
  }

  @Override
  public boolean leads() {
    return leads;
  }

  @Override
  public int differing() {
    return differing.size();
  }

  @Override
  public void run() {
    try {
      while (!stopped) {
        Pause pause = step();
        await(pause);
      }
    } catch (InterruptedException e) {
      LOG.debug("the driver of pool {} was interrupted", poolId);
    } finally {
      giveBack();
    }
  }

  private Pause step() {
    try {
      OptionalLong epoch = leadership.hold();
      note(epoch.isPresent());
      if (epoch.isEmpty()) {
        return new Pause(backoff.jittered(timings.standby()), false);
      }
      return due ? pass(epoch.getAsLong()) : new Pause(timings.renew(), true);
    } catch (WrongDeviceException e) {
      observer.wrongDevice(poolId);
      logFailure(e);
    } catch (DeviceException e) {
      observer.unreachable(poolId);
      logFailure(e);
    } catch (RuntimeException e) {
      logFailure(e);
    }
    return new Pause(backoff.next(), false);
  }

  private Pause pass(long epoch) {
    long began = System.nanoTime();
    Pause pause = after(driver.pass(epoch));
    // under load a pass does much for little, not little for as much
    Duration rest = timings.pace().minusNanos(System.nanoTime() - began);
    return pause.length().compareTo(rest) < 0 ? new Pause(rest, false) : pause;
  }

  /** Once until the right one answers: only somebody who looks can mend it. */
  private void logFailure(WrongDeviceException e) {
    String message = String.valueOf(e.getMessage());
    if (!message.equals(wrongDevice)) {
      LOG.error("pool {} stands still, another-device: {}", poolId, message);
      wrongDevice = message;
    }
  }

  private void logFailure(DeviceException e) {
    if (!stopped) {
      LOG.warn("the device of pool {} is waited for: {}", poolId, String.valueOf(e.getMessage()));
    }
  }

  /** The trace of a failure once, its message every time. */
  private void logFailure(RuntimeException e) {
    String message = String.valueOf(e.getMessage());
    if (stopped) {
      LOG.debug("the last pass over pool {} was broken off: {}", poolId, message);
    } else if (message.equals(lastFailure)) {
      LOG.warn("a pass over pool {} failed again: {}", poolId, message);
    } else {
      LOG.warn("a pass over pool {} failed and is made again", poolId, e);
      lastFailure = message;
    }
  }

  private Pause after(PassResult result) {
    wrongDevice = "";
    noteDiffering(result);
    if (!result.led()) {
      observer.deposed(poolId);
    }
    if (result.undone() > 0) {
      observer.undone(poolId, result.undone());
    }
    if (result.goOn()) {
      backoff.reset();
      return new Pause(Duration.ZERO, false);
    }
    if (result.undone() > 0) {
      return new Pause(backoff.next(), false);
    }
    backoff.reset();
    due = !differing.isEmpty();
    return new Pause(timings.renew(), true);
  }

  private void note(boolean leadsNow) {
    if (leadsNow != leads) {
      LOG.info("pool {}: {}", poolId, leadsNow ? "this replica leads" : "another replica leads");
      leads = leadsNow;
    }
    if (!leadsNow) {
      differing = Set.of();
      due = true;
    }
  }

  private void noteDiffering(PassResult result) {
    Set<String> now = new HashSet<>(result.differing());
    Set<String> fresh = new HashSet<>(now);
    fresh.removeAll(differing);
    if (!fresh.isEmpty()) {
      observer.differed(poolId, fresh.size());
      LOG.error("pool {}: the device's table is not as recorded, left as it is: {}", poolId, fresh);
    }
    differing = Set.copyOf(now);
  }

  private void await(Pause pause) throws InterruptedException {
    if (pause.wakeable()) {
      if (rings.tryAcquire(pause.length().toNanos(), TimeUnit.NANOSECONDS)) {
        rings.drainPermits();
        due = true;
      }
    } else {
      TimeUnit.NANOSECONDS.sleep(pause.length().toNanos());
    }
  }

  private void giveBack() {
    // the interrupt has done its work; the lease is given back over a connection
    Thread.interrupted();
    try {
      leadership.release();
    } catch (RuntimeException e) {
      LOG.warn("the lease of pool {} runs out by itself: {}", poolId, String.valueOf(e));
    }
    leads = false;
  }

  /** How long to wait, and whether a ring ends it. */
  private record Pause(Duration length, boolean wakeable) {}
}
