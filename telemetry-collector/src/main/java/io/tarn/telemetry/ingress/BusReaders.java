package io.tarn.telemetry.ingress;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.springframework.context.SmartLifecycle;

/** The readers of this replica, from start to stop. */
public final class BusReaders implements SmartLifecycle {

  private static final Duration FAREWELL = Duration.ofSeconds(8);

  private final Supplier<BusReader> make;
  private final int count;
  private final List<BusReader> readers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  BusReaders(Supplier<BusReader> make, int count) {
    this.make = make;
    this.count = count;
  }

  @Override
  public synchronized void start() {
    IntStream.range(0, count)
        .forEach(
            number -> {
              BusReader reader = make.get();
              Thread thread = new Thread(reader, "bus-reader-" + number);
              thread.setDaemon(true);
              readers.add(reader);
              threads.add(thread);
              thread.start();
            });
  }

  /** Stops reading and waits until what was begun is committed or rolled back. */
  @Override
  public synchronized void stop() {
    readers.forEach(BusReader::end);
    for (Thread thread : threads) {
      try {
        thread.join(FAREWELL.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    readers.clear();
    threads.clear();
  }

  @Override
  public synchronized boolean isRunning() {
    return !readers.isEmpty();
  }
}
