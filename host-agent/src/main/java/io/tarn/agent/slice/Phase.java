package io.tarn.agent.slice;

/**
 * Where a slice is on a host.
 *
 * <pre>
 * (command ONLINE) -&gt; WANTED -&gt; ONLINE -(command OFFLINE)-&gt; RELEASING -&gt; (gone)
 *                       |  \-(command OFFLINE)--------------^    |  ^
 *                       v                                        v  | command OFFLINE
 *                  (refused, gone)                               STUCK
 *
 * ONLINE -(command DRAIN)-&gt; DRAINING -(command ONLINE)----------&gt; RETURNING -&gt; ONLINE
 *                              ^--------(command DRAIN)--------------/
 * WANTED -(command DRAIN)-&gt; WANTED_TO_DRAIN -&gt; DRAINING
 *
 * (command OFFLINE) leads from each of them to RELEASING
 * </pre>
 *
 * What each command does in each phase is a table in {@code CommandsByPhaseTest}.
 */
public enum Phase {
  /** To be brought online once its EMC has named this host. */
  WANTED,
  /** As WANTED, and to be drained once it is online. */
  WANTED_TO_DRAIN,
  /** Every block is online. */
  ONLINE,
  /** Online; blocks that its VM does not use are taken offline ahead of its leaving. */
  DRAINING,
  /**
   * Online but for what was drained, which comes back once its EMC has named this host; rests until
   * the next command when it does not.
   */
  RETURNING,
  /** Being taken offline block by block. */
  RELEASING,
  /** Some blocks cannot be taken offline; rests until the next command. */
  STUCK;

  /** Whether blocks are missing that are to be online. */
  boolean wanted() {
    return switch (this) {
      case WANTED, WANTED_TO_DRAIN, RETURNING -> true;
      case ONLINE, DRAINING, RELEASING, STUCK -> false;
    };
  }

  /** Where a slice is once every block is online. */
  Phase onceOnline() {
    return this == WANTED_TO_DRAIN ? DRAINING : ONLINE;
  }
}
