package io.tarn.contracts.pool;

/**
 * Where a slice is on its way from free to a host and back.
 *
 * <pre>
 * FREE -&gt; ASSIGNED -&gt; ONLINE -&gt; RELEASING -&gt; OFFLINING -&gt; SCRUBBING -&gt; FREE
 *                                   |            |
 *                                   +-----&gt; QUARANTINED -&gt; RELEASING
 * any that a host holds -&gt; QUARANTINED, fenced -&gt; SCRUBBING
 * FREE, RELEASING, whose EMC entry another hand changed -&gt; SCRUBBING
 * any -&gt; LOST -&gt; SCRUBBING
 * </pre>
 */
public enum SliceState {
  /** Owned by nobody, scrubbed, ready to be granted. */
  FREE,
  /** Granted; the EMC owner is set or being set, the host has not been seen to use it yet. */
  ASSIGNED,
  /** The host reported it online. */
  ONLINE,
  /** The host has been told to give it up. */
  RELEASING,
  /** The host is taking it offline block by block. */
  OFFLINING,
  /** No owner any more; the EMC is erasing it. */
  SCRUBBING,
  /** The host cannot give it up or is fenced; it stays with that host until repaired or cleared. */
  QUARANTINED,
  /** Its EMC has failed. */
  LOST
}
