package io.tarn.telemetry.frontend;

import io.tarn.contracts.bus.BackEndLoad;
import io.tarn.contracts.bus.FrontEndEpoch;
import java.util.List;

/**
 * An epoch as shown.
 *
 * @param frontEndId the front end
 * @param incarnation its start
 * @param epoch its number in it
 * @param beganAtMillis front end's clock
 * @param endedAtMillis front end's clock
 * @param sufficient whether there were enough look-ups to judge by
 * @param accesses keys asked for
 * @param cacheHits hits in the cache
 * @param trackedHits hits on tracked keys that are not cached
 * @param cacheLines C
 * @param trackedKeys K
 * @param ring how keys are spread over back ends
 * @param target imbalance aimed at
 * @param imbalance look-ups of the most loaded back end over those of the least; 0 when the least
 *     has none
 * @param weightedImbalance the same with each load divided by its share of the ring
 * @param action what the front end concluded
 * @param backEnds loads
 */
public record EpochView(
    String frontEndId,
    long incarnation,
    long epoch,
    long beganAtMillis,
    long endedAtMillis,
    boolean sufficient,
    long accesses,
    long cacheHits,
    long trackedHits,
    int cacheLines,
    int trackedKeys,
    String ring,
    double target,
    double imbalance,
    double weightedImbalance,
    String action,
    List<Load> backEnds) {

  /** Copies the list. */
  public EpochView {
    backEnds = List.copyOf(backEnds);
  }

  /**
   * What a back end was asked.
   *
   * @param backEndId the back end
   * @param ringShare its share of the ring
   * @param lookUps how often it was asked
   */
  public record Load(String backEndId, double ringShare, long lookUps) {}

  /** An epoch as reported. */
  public static EpochView of(FrontEndEpoch epoch) {
    return new EpochView(
        epoch.getFrontEndId(),
        epoch.getIncarnation(),
        epoch.getEpoch(),
        epoch.getBeganAtMillis(),
        epoch.getEndedAtMillis(),
        epoch.getSufficient(),
        epoch.getAccesses(),
        epoch.getCacheHits(),
        epoch.getTrackedHits(),
        epoch.getCacheLines(),
        epoch.getTrackedKeys(),
        epoch.getRing(),
        epoch.getTarget(),
        imbalance(epoch, false),
        imbalance(epoch, true),
        epoch.getAction(),
        epoch.getBackEndsList().stream()
            .map(load -> new Load(load.getBackEndId(), load.getRingShare(), load.getLookUps()))
            .toList());
  }

  private static double imbalance(FrontEndEpoch epoch, boolean weighted) {
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (BackEndLoad load : epoch.getBackEndsList()) {
      double ofRing = load.getLookUps() / (weighted ? load.getRingShare() : 1);
      least = Math.min(least, ofRing);
      most = Math.max(most, ofRing);
    }
    return least > 0 && most > 0 ? most / least : 0;
  }
}
