package io.tarn.agent.host;

/** How an agent stands with the pool manager. */
public enum Link {
  /** It reports its boot; the manager has not accepted it yet. */
  REPORTING,
  /** It follows its command feed. */
  FOLLOWING,
  /** The manager knows a newer boot of the host; this agent does nothing any more. */
  SUPERSEDED
}
