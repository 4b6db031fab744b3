package io.tarn.agent.slice;

import io.tarn.agent.kernel.SliceId;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A slice that a command has named and that is not gone yet.
 *
 * @param id the slice
 * @param generation the generation of the newest command that was followed
 * @param phase where it is
 * @param emc where its EMC answers
 * @param port the owner number of this host at that EMC
 * @param cause why it is stuck, or why what was drained could not come back; absent otherwise
 * @param releasedBy the sequence of the newest command to take it offline; 0 when there is none, or
 *     when it was taken in by an agent that did not keep it
 */
public record HeldSlice(
    SliceId id,
    long generation,
    Phase phase,
    URI emc,
    int port,
    @Nullable String cause,
    long releasedBy) {

  /** A slice that is not released. */
  public HeldSlice(
      SliceId id, long generation, Phase phase, URI emc, int port, @Nullable String cause) {
    this(id, generation, phase, emc, port, cause, 0);
  }

  /** Whether blocks are to be brought online once the EMC has named this host. */
  public boolean wanted() {
    return phase.wanted() && cause == null;
  }

  HeldSlice to(Phase next) {
    return new HeldSlice(id, generation, next, emc, port, null, releasedBy);
  }

  /** In the same phase until the next command, for a cause. */
  HeldSlice resting(String why) {
    return new HeldSlice(id, generation, phase, emc, port, why, releasedBy);
  }

  HeldSlice stuck(String why) {
    return new HeldSlice(id, generation, Phase.STUCK, emc, port, why, releasedBy);
  }
}
