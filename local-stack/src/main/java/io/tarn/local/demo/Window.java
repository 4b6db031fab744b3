package io.tarn.local.demo;

import java.util.TreeSet;

/** Keeps work from running ahead: nothing starts that is too far behind the oldest unfinished. */
final class Window {

  private final int length;
  private final TreeSet<Long> unfinished = new TreeSet<>();

  /**
   * @param length how far the newest may be from the oldest
   */
  Window(int length) {
    this.length = length;
  }

  synchronized void begin(long number) throws InterruptedException {
    while (!unfinished.isEmpty() && number - unfinished.first() >= length) {
      wait();
    }
    unfinished.add(number);
  }

  synchronized void end(long number) {
    unfinished.remove(number);
    notifyAll();
  }
}
