package io.tarn.local.storm;

import io.tarn.local.invariant.CheckResult;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a storm has shown.
 *
 * @param kills how often each process was killed
 * @param pauses how often each process was paused
 * @param sleepingLeaders pauses of a leader past its lease while its call was on the way
 * @param regranted how often the same slices were granted anew before that call came
 * @param acknowledged grants acknowledged
 * @param gone grants withdrawn or superseded, or withdrawn before they came, acknowledged
 * @param answered requests answered
 * @param unknown tries of unknown outcome, after which a request was made again
 * @param looks how often everything was looked at meanwhile
 * @param checks the invariants
 * @param seconds how long clients were asking
 */
public record StormOutcome(
    Map<String, Integer> kills,
    Map<String, Integer> pauses,
    int sleepingLeaders,
    int regranted,
    int acknowledged,
    int gone,
    int answered,
    int unknown,
    int looks,
    List<CheckResult> checks,
    double seconds) {

  /** Copies the collections. */
  public StormOutcome {
    kills = Collections.unmodifiableMap(new TreeMap<>(kills));
    pauses = Collections.unmodifiableMap(new TreeMap<>(pauses));
    checks = List.copyOf(checks);
  }
}
