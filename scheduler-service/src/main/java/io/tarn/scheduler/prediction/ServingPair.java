package io.tarn.scheduler.prediction;

import io.tarn.contracts.feature.VmTraits;
import io.tarn.contracts.model.Manifest;
import io.tarn.scheduler.prediction.Opened.Unusable;
import io.tarn.scheduler.prediction.Opened.Usable;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Holds the pair that serves. A new one takes its place in one step; one that is unusable changes
 * nothing. Without a pair there is no prediction, and every VM is all-local.
 */
public final class ServingPair implements AutoCloseable {

  private final AtomicReference<@Nullable ModelPair> serving = new AtomicReference<>();

  /**
   * Lets a pair serve if it is usable; the one before is closed.
   *
   * @return why it does not serve, empty when it does
   */
  public Optional<String> offer(Opened opened) {
    if (opened instanceof Unusable unusable) {
      return Optional.of(unusable.reason());
    }
    replace(((Usable) opened).pair());
    return Optional.empty();
  }

  /** Lets no pair serve any more. */
  public void withdraw() {
    replace(null);
  }

  /** What serves. */
  public Optional<Manifest> manifest() {
    return Optional.ofNullable(serving.get()).map(ModelPair::manifest);
  }

  /**
   * Scores a VM with the pair that serves at the moment.
   *
   * @param counters history of its workload, absent without
   * @return empty when no pair serves
   */
  public Optional<Prediction> predict(float @Nullable [] counters, VmTraits traits) {
    for (ModelPair pair = serving.get(); pair != null; pair = serving.get()) {
      Optional<Prediction> prediction = pair.predict(counters, traits);
      if (prediction.isPresent()) {
        return prediction;
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    withdraw();
  }

  private void replace(@Nullable ModelPair next) {
    ModelPair before = serving.getAndSet(next);
    if (before != null && before != next) {
      before.close();
    }
  }
}
