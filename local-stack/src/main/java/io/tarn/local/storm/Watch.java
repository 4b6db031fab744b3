package io.tarn.local.storm;

import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** Looks again and again; what is down is looked at when it is back. */
final class Watch implements Runnable {

  private static final long PAUSE_MILLIS = 200;

  private final Looking looking;
  private final Rules rules;
  private final BooleanSupplier goOn;
  private final AtomicInteger looks = new AtomicInteger();

  /**
   * @param looking looks
   * @param rules judges
   * @param goOn whether to look again
   */
  Watch(Looking looking, Rules rules, BooleanSupplier goOn) {
    this.looking = looking;
    this.rules = rules;
    this.goOn = goOn;
  }

  @Override
  public void run() {
    try {
      while (goOn.getAsBoolean()) {
        try {
          Look look = looking.look();
          rules.judge(look);
          looks.incrementAndGet();
        } catch (IOException | SQLException e) {
          // somebody is down or stopped, as is meant
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How often everything could be seen. */
  int looks() {
    return looks.get();
  }
}
