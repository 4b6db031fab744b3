package io.tarn.telemetry.frontend;

import io.tarn.contracts.bus.FrontEndEpoch;

/**
 * Names an epoch.
 *
 * @param frontEndId the front end
 * @param incarnation its start
 * @param epoch its number in it
 */
public record EpochId(String frontEndId, long incarnation, long epoch) {

  /** The name of an epoch as reported. */
  public static EpochId of(FrontEndEpoch epoch) {
    return new EpochId(epoch.getFrontEndId(), epoch.getIncarnation(), epoch.getEpoch());
  }
}
