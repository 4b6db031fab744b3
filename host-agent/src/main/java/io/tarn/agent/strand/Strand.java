package io.tarn.agent.strand;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A thread of control without a thread of its own: its steps run one after the other, never two at
 * once, so that what only they touch needs no lock.
 */
public interface Strand {

  /** Runs a step after those that are waiting. */
  void execute(Runnable step);

  /** Runs a step once a delay has passed; a delay of microseconds is kept as such. */
  void after(Duration delay, Runnable step);

  /** Wall clock, milliseconds since 1970. */
  long nowMillis();

  /** Runs a step with the value of a future that never fails. */
  default <T> void on(CompletableFuture<T> future, Consumer<T> step) {
    CompletableFuture<Void> unused = future.thenAccept(value -> execute(() -> step.accept(value)));
  }
}
