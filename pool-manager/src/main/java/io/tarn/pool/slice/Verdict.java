package io.tarn.pool.slice;

import io.tarn.contracts.pool.AckReply.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of an observation.
 *
 * @param outcome for the host
 * @param reason why it was refused
 * @param records what it does to the slice; empty unless applied
 */
public record Verdict(Outcome outcome, @Nullable String reason, List<SliceRecord> records) {

  /** Copies the collection. */
  public Verdict {
    records = List.copyOf(records);
  }

  /** The observation changes the slice. */
  public static Verdict applied(SliceRecord... records) {
    return new Verdict(Outcome.APPLIED, null, List.of(records));
  }

  /** The record has it already. */
  public static Verdict repeated() {
    return new Verdict(Outcome.REPEATED, null, List.of());
  }

  /** The observation does not fit. */
  public static Verdict refused(String reason) {
    return new Verdict(Outcome.REFUSED, reason, List.of());
  }
}
