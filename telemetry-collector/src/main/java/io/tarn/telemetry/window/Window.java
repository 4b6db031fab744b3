package io.tarn.telemetry.window;

import java.util.List;

/**
 * What one minute of one VM came to.
 *
 * @param vmId the VM
 * @param minute where and when
 * @param samples how many, from 1
 * @param coveredMillis time that they cover, 0..60000
 * @param localMib mean local memory of the VM
 * @param poolGib mean pool memory of the VM
 * @param counters scaled counters
 * @param distrust why not to trust it
 * @param features in the order of {@link io.tarn.contracts.feature.CounterFeatures}; empty when it
 *     is not trusted
 */
public record Window(
    String vmId,
    Minute minute,
    int samples,
    int coveredMillis,
    double localMib,
    double poolGib,
    CounterStats counters,
    Distrust distrust,
    List<Float> features) {

  /** Copies the features. */
  public Window {
    features = List.copyOf(features);
  }

  /** Whether it is to be trusted. */
  public boolean trusted() {
    return distrust == Distrust.NONE;
  }
}
