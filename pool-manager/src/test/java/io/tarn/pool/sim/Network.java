package io.tarn.pool.sim;

/** Messages between processes: late, lost, doubled and out of order. */
final class Network {

  private final Timeline timeline;
  private final Dice dice;
  private final Weather weather;

  Network(Timeline timeline, Dice dice, Weather weather) {
    this.weather = weather;
    this.timeline = timeline;
    this.dice = dice;
  }

  /** Sends a message; what its arrival does may happen never, once or twice. */
  void send(String what, Runnable arrival) {
    if (dice.trouble(weather.lost())) {
      return;
    }
    timeline.after(delay(), what, arrival);
    if (dice.trouble(weather.doubled())) {
      timeline.after(delay(), what + " (again)", arrival);
    }
  }

  private long delay() {
    if (dice.trouble(weather.late())) {
      return dice.between(500 * Timeline.MILLIS, 12 * Timeline.SECONDS);
    }
    if (dice.trouble(10)) {
      return dice.between(2 * Timeline.MILLIS, 400 * Timeline.MILLIS);
    }
    return dice.between(100, 2 * Timeline.MILLIS);
  }
}
