package io.tarn.telemetry.feed;

import java.util.Optional;

/**
 * The times that are believed of a record: none older than what is kept, none from the future.
 *
 * @param earliestMillis milliseconds since 1970
 * @param latestMillis milliseconds since 1970
 */
public record TimeBounds(long earliestMillis, long latestMillis) {

  /** Why a time is not believed; empty when it is. */
  public Optional<String> refusal(String field, long millis) {
    if (millis >= earliestMillis && millis <= latestMillis) {
      return Optional.empty();
    }
    return Optional.of(
        field + " is " + millis + ", accepted now: " + earliestMillis + ".." + latestMillis);
  }
}
