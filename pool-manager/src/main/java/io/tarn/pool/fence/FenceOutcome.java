package io.tarn.pool.fence;

/** What becomes of fencing a host, or of not fencing it any more. */
public sealed interface FenceOutcome {

  /** The host is fenced, by this call or by an earlier one. */
  record Fenced(String reason) implements FenceOutcome {}

  /** The host is not fenced. */
  record Open() implements FenceOutcome {}

  /** The host is not wired to any pool. */
  record NoHost() implements FenceOutcome {}
}
