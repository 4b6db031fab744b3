package io.tarn.scheduler.app;

import io.tarn.contracts.Check;
import io.tarn.contracts.Durations;
import io.tarn.contracts.InvalidField;
import io.tarn.scheduler.policy.Guests;
import io.tarn.scheduler.policy.PoolingPolicy;
import io.tarn.scheduler.prediction.Predictor;
import io.tarn.scheduler.saga.SagaLimits;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How VMs are placed.
 *
 * @param policy how much of a VM's memory may come from a pool: {@code all-local}, {@code
 *     static:PERCENT} or {@code pond}
 * @param hostViewInterval how often the hosts are read from the store
 * @param hostViewMaxAge past this, nothing is placed
 * @param poolViewMaxAge past this, no pool memory is given
 * @param refusalViewMaxAge a VM is refused only on a view of the hosts no older than this
 * @param repeatWait how long a repeat waits for the answer to the first
 * @param commitTries decisions for one VM when others take its place first, 1..1000
 * @param poolTries grants asked for in a row before a VM goes all-local, 1..100
 * @param driverLease how long a VM is left alone after a sign of the replica that drives it
 * @param retryPause how long a VM rests that found neither pool nor room
 * @param readyPatience how long a placed VM is left alone before the pool manager is asked
 * @param recoveryInterval how often unfinished VMs are looked for
 */
@ConfigurationProperties("tarn.placement")
public record PlacementProperties(
    @DefaultValue("static:15") String policy,
    @DefaultValue("1s") Duration hostViewInterval,
    @DefaultValue("10s") Duration hostViewMaxAge,
    @DefaultValue("5s") Duration poolViewMaxAge,
    @DefaultValue("250ms") Duration refusalViewMaxAge,
    @DefaultValue("5s") Duration repeatWait,
    @DefaultValue("16") int commitTries,
    @DefaultValue("4") int poolTries,
    @DefaultValue("10s") Duration driverLease,
    @DefaultValue("2s") Duration retryPause,
    @DefaultValue("3s") Duration readyPatience,
    @DefaultValue("500ms") Duration recoveryInterval) {

  private static final String PREFIX = "tarn.placement.";
  private static final Duration LEAST = Duration.ofMillis(1);
  private static final Duration MOST = Duration.ofDays(1);

  /** Checks the ranges. */
  public PlacementProperties {
    PoolingPolicy.parse(policy);
    positive("host-view-interval", hostViewInterval);
    positive("pool-view-max-age", poolViewMaxAge);
    positive("refusal-view-max-age", refusalViewMaxAge);
    positive("repeat-wait", repeatWait);
    positive("driver-lease", driverLease);
    positive("retry-pause", retryPause);
    positive("ready-patience", readyPatience);
    positive("recovery-interval", recoveryInterval);
    within("commit-tries", commitTries, 1000);
    within("pool-tries", poolTries, 100);
    positive("host-view-max-age", hostViewMaxAge);
    if (hostViewMaxAge.compareTo(hostViewInterval) <= 0) {
      throw new InvalidField(
          PREFIX + "host-view-max-age",
          Durations.text(hostViewMaxAge),
          "above " + PREFIX + "host-view-interval, which is " + Durations.text(hostViewInterval));
    }
  }

  /** The policy. */
  PoolingPolicy pooling(Predictor predictor, Guests guests) {
    return PoolingPolicy.parse(policy, predictor, guests);
  }

  /** The bounds of the saga. */
  SagaLimits limits() {
    return new SagaLimits(
        hostViewMaxAge, poolViewMaxAge, refusalViewMaxAge, repeatWait, retryPause, commitTries);
  }

  private static void positive(String name, Duration value) {
    Check.duration(PREFIX + name, value, LEAST, MOST);
  }

  private static void within(String name, int value, int most) {
    Check.range(PREFIX + name, value, 1, most);
  }
}
