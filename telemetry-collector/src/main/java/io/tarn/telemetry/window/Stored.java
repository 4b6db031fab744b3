package io.tarn.telemetry.window;

import java.util.List;

/**
 * A window as it was stored before.
 *
 * @param revision from 1
 * @param features empty when it was not trusted
 */
public record Stored(int revision, List<Float> features) {

  /** There was none. */
  public static final Stored NONE = new Stored(0, List.of());

  /** Copies the features. */
  public Stored {
    features = List.copyOf(features);
  }
}
