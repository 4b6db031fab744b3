package io.tarn.cot.frontend;

import io.tarn.contracts.bus.BackEndLoad;
import io.tarn.contracts.bus.FrontEndEpoch;
import io.tarn.cot.resize.EpochReport;
import io.tarn.cot.resize.Verdict;
import java.time.Clock;

/** Numbers the epochs of one life of a front end and writes them as messages. */
final class EpochJournal {

  private final Identity identity;
  private final String ring;
  private final double target;
  private final Clock clock;
  private long epochs;
  private long beganAtMillis;

  EpochJournal(Identity identity, String ring, double target, Clock clock) {
    this.identity = identity;
    this.ring = ring;
    this.target = target;
    this.clock = clock;
    this.beganAtMillis = clock.millis();
  }

  long epochs() {
    return epochs;
  }

  /** The message of the epoch that ends now; the next one begins. */
  FrontEndEpoch end(EpochReport report, Verdict verdict) {
    epochs++;
    // a clock that was set back must not end an epoch before it began
    long endedAtMillis = Math.max(beganAtMillis, clock.millis());
    FrontEndEpoch.Builder epoch =
        FrontEndEpoch.newBuilder()
            .setFrontEndId(identity.frontEndId())
            .setIncarnation(identity.incarnation())
            .setEpoch(epochs)
            .setBeganAtMillis(beganAtMillis)
            .setEndedAtMillis(endedAtMillis)
            .setSufficient(report.sufficient())
            .setAccesses(report.cache().reads())
            .setCacheHits(report.cache().hits())
            .setTrackedHits(report.cache().trackedHits())
            .setCacheLines(report.cache().lines())
            .setTrackedKeys(report.cache().trackedKeys())
            .setRing(ring)
            .setTarget(target)
            .setAction(verdict.action().wireName());
    report
        .loads()
        .each()
        .forEach(
            load ->
                epoch.addBackEnds(
                    BackEndLoad.newBuilder()
                        .setBackEndId(load.backEnd())
                        .setRingShare(load.ringShare())
                        .setLookUps(load.lookUps())));
    beganAtMillis = endedAtMillis;
    return epoch.build();
  }
}
