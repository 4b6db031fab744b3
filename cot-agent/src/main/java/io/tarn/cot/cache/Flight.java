package io.tarn.cot.cache;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A load under way: the token that an invalidation takes away, and where others wait for the value.
 */
final class Flight<V> {

  private final Thread owner = Thread.currentThread();
  private final CountDownLatch landed = new CountDownLatch(1);
  // written before the latch opens, read after
  private @Nullable V value;
  private @Nullable Throwable failure;

  void complete(@Nullable V loaded) {
    value = loaded;
    landed.countDown();
  }

  void fail(Throwable thrown) {
    failure = thrown;
    landed.countDown();
  }

  /** The loaded value, or what the loader threw; an interrupt is kept for later. */
  @Nullable V await() {
    if (owner == Thread.currentThread()) {
      throw new IllegalStateException("a loader asks for the key that it is loading");
    }
    boolean interrupted = false;
    while (true) {
      try {
        landed.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
    return value;
  }
}
