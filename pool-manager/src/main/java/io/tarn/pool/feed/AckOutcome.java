package io.tarn.pool.feed;

import io.tarn.contracts.pool.AckReply;
import org.jspecify.annotations.Nullable;

/** What becomes of a host's observations. */
public sealed interface AckOutcome {

  /** Each was judged. */
  record Judged(AckReply reply) implements AckOutcome {}

  /**
   * They are of another boot than the one believed in; none was judged.
   *
   * @param known the boot believed in, if any
   */
  record OtherBoot(@Nullable String known) implements AckOutcome {}

  /**
   * The host is fenced; each was refused.
   *
   * @param reason why it is fenced
   */
  record Fenced(String reason, AckReply reply) implements AckOutcome {}

  /** The host is not wired to any pool. */
  record NoHost() implements AckOutcome {}
}
