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
 * ONLINE -(command DRAIN)-&gt; DRAINING -(command ONLINE)-&gt; WANTED
 *                              \-(command OFFLINE)-----&gt; RELEASING
 * </pre>
 */
public enum Phase {
  /** To be brought online once its EMC has named this host. */
  WANTED,
  /** Every block is online. */
  ONLINE,
  /** Online; blocks that its VM does not use are taken offline ahead of its leaving. */
  DRAINING,
  /** Being taken offline block by block. */
  RELEASING,
  /** Some blocks cannot be taken offline; rests until the next command. */
  STUCK
}
