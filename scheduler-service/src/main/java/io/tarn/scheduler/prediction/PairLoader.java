package io.tarn.scheduler.prediction;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.model.Artifact;
import io.tarn.contracts.model.ArtifactVerifier;
import io.tarn.contracts.model.Manifest;
import io.tarn.contracts.model.Verification;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that the pair that was announced last serves, once its bytes are there, verified and
 * open. A pair that must not be used changes nothing: the one before goes on.
 */
public final class PairLoader {

  /** How far ahead of this machine's clock an announcement may be. */
  private static final Duration MOST_AHEAD = Duration.ofDays(1);

  /** When a refused pair is asked for again: its bytes may have been mended. */
  private static final Duration SECOND_LOOK = Duration.ofMinutes(1);

  /**
   * An announcement.
   *
   * @param sequence of the trainer's announcements, from 1 again when it begins anew
   * @param atMillis when it was made, milliseconds since 1970
   * @param agesFromMillis the same, or when it was heard if that was earlier
   * @param pairId empty when no pair shall serve
   */
  private record Announced(long sequence, long atMillis, long agesFromMillis, String pairId) {

    /** Whether it is older by number and by time, so one that comes again. */
    boolean before(Announced other) {
      return sequence < other.sequence && atMillis < other.atMillis;
    }
  }

  /**
   * A pair that was refused.
   *
   * @param pairId which
   * @param atMillis when, milliseconds since 1970
   */
  private record RefusedPair(String pairId, long atMillis) {}

  private final int scenario;
  private final ArtifactSource source;
  private final ArtifactVerifier verifier;
  private final Function<Verification.Verified, Opened> opener;
  private final ServingPair serving;
  private final Duration mostAge;
  private final LongSupplier nowMillis;
  private volatile @Nullable Announced wanted;
  private volatile @Nullable RefusedPair refused;

  /**
   * @param scenario whose pairs are wanted, 182 or 222
   * @param source of their bytes
   * @param verifier of their bytes
   * @param opener opens what was verified
   * @param serving takes them
   * @param mostAge how old the last announcement may be
   * @param nowMillis milliseconds since 1970
   */
  public PairLoader(
      int scenario,
      ArtifactSource source,
      ArtifactVerifier verifier,
      Function<Verification.Verified, Opened> opener,
      ServingPair serving,
      Duration mostAge,
      LongSupplier nowMillis) {
    this.scenario = scenario;
    this.source = source;
    this.verifier = verifier;
    this.opener = opener;
    this.serving = serving;
    this.mostAge = mostAge;
    this.nowMillis = nowMillis;
  }

  /**
   * Hears an announcement. Those of other scenarios are let pass, and one that comes again after a
   * newer one.
   *
   * @param sequence of the trainer's announcements
   * @param atMillis when it was made, milliseconds since 1970, at most a day ahead
   * @param pairId empty when no pair shall serve
   * @throws InvalidField when it is from the future: it would be newer than all that are to come
   */
  public synchronized void announced(int ofScenario, long sequence, long atMillis, String pairId) {
    long now = nowMillis.getAsLong();
    Check.range("occurred_at_millis", atMillis, 1, now + MOST_AHEAD.toMillis());
    Announced heard = new Announced(sequence, atMillis, Math.min(atMillis, now), pairId);
    Announced last = wanted;
    if (ofScenario == scenario && (last == null || !heard.before(last))) {
      wanted = heard;
      refused = null;
    }
  }

  /**
   * Brings what serves closer to what was announced.
   *
   * @return why the announced pair will not serve, when that turned out now
   * @throws RuntimeException when its bytes cannot be had now; the next step asks again
   */
  public Optional<String> step() {
    Announced next = wanted;
    if (next == null || next.pairId().equals(serves()) || refusedJustNow(next.pairId())) {
      return Optional.empty();
    }
    if (next.pairId().isEmpty()) {
      serving.withdraw();
      return Optional.empty();
    }
    return offer(next.pairId(), source.fetch(next.pairId()));
  }

  private Optional<String> offer(String pairId, Artifact artifact) {
    Verification verification = verifier.verify(pairId, scenario, artifact);
    Optional<String> reason =
        verification instanceof Verification.Verified verified
            ? serving.offer(opener.apply(verified))
            : Optional.of(((Verification.Refused) verification).reason());
    reason.ifPresent(why -> refused = new RefusedPair(pairId, nowMillis.getAsLong()));
    return reason.map(why -> "pair " + pairId + " is refused: " + why);
  }

  private boolean refusedJustNow(String pairId) {
    RefusedPair last = refused;
    return last != null
        && last.pairId().equals(pairId)
        && nowMillis.getAsLong() - last.atMillis() < SECOND_LOOK.toMillis();
  }

  /** Whether the announced pair was refused when it was last looked at. */
  boolean refuses() {
    Announced last = wanted;
    RefusedPair bad = refused;
    return last != null && bad != null && bad.pairId().equals(last.pairId());
  }

  /** Whether so much time has passed since the last announcement that no pair is trusted. */
  boolean stale() {
    Announced last = wanted;
    return last != null && nowMillis.getAsLong() - last.agesFromMillis() > mostAge.toMillis();
  }

  private String serves() {
    return serving.manifest().map(Manifest::pairId).orElse("");
  }
}
