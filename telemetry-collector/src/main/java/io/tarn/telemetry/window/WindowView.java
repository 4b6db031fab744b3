package io.tarn.telemetry.window;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A closed window as shown.
 *
 * @param hostId where the VM was
 * @param startMillis start of the minute, host's clock
 * @param revision from 1
 * @param samples in it
 * @param coveredMillis time that they cover
 * @param distrust why not to trust it; absent when it is trusted
 * @param localMiB mean
 * @param poolGiB mean
 * @param counters by name
 * @param featureVersion of the features
 * @param features by order; empty when it is not trusted
 */
public record WindowView(
    String hostId,
    long startMillis,
    int revision,
    int samples,
    int coveredMillis,
    @Nullable String distrust,
    double localMiB,
    double poolGiB,
    Map<String, Counter> counters,
    int featureVersion,
    List<Float> features) {

  /** Copies the collections. */
  public WindowView {
    counters = Map.copyOf(counters);
    features = List.copyOf(features);
  }

  /**
   * A scaled counter.
   *
   * @param count samples that had it
   * @param sum over them
   * @param min over them
   * @param max over them
   */
  public record Counter(int count, long sum, long min, long max) {}
}
