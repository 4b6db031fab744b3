package io.tarn.scheduler.policy;

import io.tarn.contracts.placement.VmRequest;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.scheduler.prediction.Forecast;
import io.tarn.scheduler.prediction.Prediction;
import io.tarn.scheduler.prediction.Predictor;

/**
 * What the models allow (Pond, section 4): all of its memory for a VM that is predicted not to feel
 * the pool's latency; what it is predicted never to touch for any other; nothing without a model.
 */
record Pond(Predictor predictor, Guests guests) implements PoolingPolicy {

  static final String NAME = "pond";

  private static final int MIB_PER_GIB = 1024;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PoolCeiling ceiling(VmRequest request) {
    if (request.pool() == VmRequest.PoolUse.NEVER) {
      return PoolCeiling.none("request-forbids-pool");
    }
    if (!guests.tolerate(request.guestOs())) {
      return PoolCeiling.none("guest-not-known-to-tolerate-znuma");
    }
    Forecast forecast = predictor.forecast(request);
    return forecast instanceof Forecast.Made made
        ? ceiling(request, made.prediction())
        : PoolCeiling.none(((Forecast.None) forecast).reason());
  }

  private static PoolCeiling ceiling(VmRequest request, Prediction prediction) {
    int wholeGiB = capped(request.memoryMiB() / MIB_PER_GIB);
    int untouchedGiB = Math.min(wholeGiB, capped(prediction.untouchedGiB()));
    if (prediction.insensitive() && wholeGiB > 0) {
      return new PoolCeiling(wholeGiB, untouchedGiB, "insensitive", prediction);
    }
    return new PoolCeiling(
        untouchedGiB,
        untouchedGiB,
        untouchedGiB > 0 ? "untouched" : "nothing-untouched",
        prediction);
  }

  private static int capped(long giB) {
    return (int) Math.min(giB, PoolSpec.MOST_SLICES);
  }
}
