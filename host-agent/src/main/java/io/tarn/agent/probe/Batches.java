package io.tarn.agent.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Puts values together and hands them on, so many at once. */
final class Batches<T> implements Consumer<T> {

  private final int most;
  private final Consumer<List<T>> out;
  private List<T> batch = new ArrayList<>();
  private int count;

  Batches(int most, Consumer<List<T>> out) {
    this.most = most;
    this.out = out;
  }

  @Override
  public void accept(T value) {
    batch.add(value);
    count++;
    if (batch.size() == most) {
      handOn();
    }
  }

  /** Hands on what is left; returns how many values there were in all. */
  int finish() {
    if (!batch.isEmpty()) {
      handOn();
    }
    return count;
  }

  private void handOn() {
    List<T> full = batch;
    batch = new ArrayList<>();
    out.accept(full);
  }
}
