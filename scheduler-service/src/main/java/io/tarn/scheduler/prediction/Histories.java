package io.tarn.scheduler.prediction;

import io.tarn.contracts.feature.UntouchedPast;
import io.tarn.contracts.feature.VmTraits;
import io.tarn.contracts.placement.VmRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What is known of customers' past VMs and of workloads' counters. The newest word on a key counts,
 * whatever the order in which it comes.
 */
public final class Histories {

  /** Whose past; without a type, over all types. */
  public record PastKey(String customer, @Nullable String vmType) {}

  /** Whose counters. */
  public record CounterKey(String customer, String workload) {}

  private record Past(long asOfMillis, UntouchedPast shares) {}

  private static final class Counters {
    private final long asOfMillis;
    private final float[] features;

    Counters(long asOfMillis, float[] features) {
      this.asOfMillis = asOfMillis;
      this.features = features.clone();
    }
  }

  private final Map<PastKey, Past> pasts = new ConcurrentHashMap<>();
  private final Map<CounterKey, Counters> counters = new ConcurrentHashMap<>();
  private final AtomicLong newestAsOfMillis = new AtomicLong();

  /**
   * Takes in untouched shares of the past.
   *
   * @param asOfMillis when the newest of those VMs left, hosts' clock, milliseconds since 1970
   * @param shares their percentiles; the age in it is not used
   */
  public void untouched(PastKey key, long asOfMillis, UntouchedPast shares) {
    heard(asOfMillis);
    pasts.merge(
        key,
        new Past(asOfMillis, shares),
        (old, told) -> told.asOfMillis() >= old.asOfMillis() ? told : old);
  }

  /**
   * Takes in a workload's counters.
   *
   * @param asOfMillis end of the newest of its windows, hosts' clock, milliseconds since 1970
   * @param features in the order of {@code CounterFeatures.NAMES}
   */
  public void counters(CounterKey key, long asOfMillis, float[] features) {
    heard(asOfMillis);
    counters.merge(
        key,
        new Counters(asOfMillis, features),
        (old, told) -> told.asOfMillis >= old.asOfMillis ? told : old);
  }

  /** The counters of what a VM will run; {@code null} where there are none. */
  float @Nullable [] countersOf(VmRequest request) {
    if (request.customer() == null || request.workload() == null) {
      return null;
    }
    Counters known = counters.get(new CounterKey(request.customer(), request.workload()));
    return known == null ? null : known.features.clone();
  }

  private void heard(long asOfMillis) {
    newestAsOfMillis.accumulateAndGet(asOfMillis, Math::max);
  }

  /**
   * What is known of a VM before it runs. Histories are as of their hosts' clocks, and those may be
   * ahead of this machine's: the age of a past is counted from the newest as-of time heard of any
   * key where that is later than now. Counted from now alone, every past of such hosts would be of
   * age 0, however old, and the models learnt from ages on the hosts' clock.
   *
   * @param nowMillis this machine's clock, milliseconds since 1970
   */
  VmTraits traits(VmRequest request, long nowMillis) {
    long latestMillis = Math.max(nowMillis, newestAsOfMillis.get());
    return new VmTraits(
        request.memoryMiB(),
        request.vcpus(),
        said(request.vmType()),
        said(request.guestOs()),
        said(request.region()),
        request.workload() != null,
        past(request.customer(), null, latestMillis),
        request.vmType() == null
            ? UntouchedPast.NONE
            : past(request.customer(), request.vmType(), latestMillis));
  }

  /** How many pasts and counters are known. */
  public int size() {
    return pasts.size() + counters.size();
  }

  private UntouchedPast past(
      @Nullable String customer, @Nullable String vmType, long latestMillis) {
    Past past = customer == null ? null : pasts.get(new PastKey(customer, vmType));
    if (past == null) {
      return UntouchedPast.NONE;
    }
    UntouchedPast shares = past.shares();
    return new UntouchedPast(
        shares.vms(),
        shares.p05(),
        shares.p25(),
        shares.p50(),
        shares.p75(),
        Math.max(0, latestMillis - past.asOfMillis()));
  }

  private static String said(@Nullable String text) {
    return text == null ? "" : text;
  }
}
