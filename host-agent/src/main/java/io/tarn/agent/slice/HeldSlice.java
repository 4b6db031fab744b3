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
 * @param cause why it is stuck; absent otherwise
 */
public record HeldSlice(
    SliceId id, long generation, Phase phase, URI emc, int port, @Nullable String cause) {

  HeldSlice to(Phase next) {
    return new HeldSlice(id, generation, next, emc, port, null);
  }

  HeldSlice stuck(String why) {
    return new HeldSlice(id, generation, Phase.STUCK, emc, port, why);
  }
}
