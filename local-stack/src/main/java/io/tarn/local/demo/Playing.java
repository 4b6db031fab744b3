package io.tarn.local.demo;

import io.tarn.local.home.CannotStart;
import org.jspecify.annotations.Nullable;

/** Plays a timeline; where hosts live in its time, their clock follows in steps. */
final class Playing {

  private final Timeline timeline;
  private final Replay replay;
  private final @Nullable HostTime time;

  /**
   * @param timeline whose events are played
   * @param replay plays them
   * @param time follows; absent when hosts live in the wall clock's time
   */
  Playing(Timeline timeline, Replay replay, @Nullable HostTime time) {
    this.timeline = timeline;
    this.replay = replay;
    this.time = time;
  }

  /**
   * Plays the events before a moment. What happens within a step, happens on the hosts when it
   * begins.
   *
   * @throws CannotStart when the hosts' clock cannot be moved
   */
  void until(double seconds) throws CannotStart, InterruptedException {
    boolean goesOn = true;
    while (goesOn && timeline.nextSeconds() < seconds) {
      double step =
          Math.floor(timeline.nextSeconds() / HostTime.STEP_SECONDS) * HostTime.STEP_SECONDS;
      if (time != null) {
        time.moveTo(step);
      }
      double end = time == null ? seconds : Math.min(seconds, step + HostTime.STEP_SECONDS);
      goesOn = replay.run(timeline.before(end));
    }
    if (time != null && seconds < Double.POSITIVE_INFINITY) {
      time.moveTo(seconds);
    }
  }
}
