package io.tarn.telemetry.window;

import java.util.List;

/**
 * A window and what it replaces.
 *
 * @param window as it is now
 * @param revision from 1
 * @param replaced the features of the revision before; empty when there was none or it was not
 *     trusted
 */
public record RevisedWindow(Window window, int revision, List<Float> replaced) {

  /** Copies the features. */
  public RevisedWindow {
    replaced = List.copyOf(replaced);
  }

  /**
   * Whether the bus is told: of a trusted window, and of one that takes back what was told before.
   */
  public boolean told() {
    return window.trusted() || !replaced.isEmpty();
  }
}
