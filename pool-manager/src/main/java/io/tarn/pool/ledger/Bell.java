package io.tarn.pool.ledger;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Rings, with a name, those in this process who wait for something of that name to happen. */
public final class Bell {

  private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

  /** Has a listener called, on the ringing thread, whenever the bell rings; it must be quick. */
  public void onRing(Consumer<String> listener) {
    listeners.add(listener);
  }

  /** Rings. */
  public void ring(String name) {
    listeners.forEach(listener -> listener.accept(name));
  }
}
