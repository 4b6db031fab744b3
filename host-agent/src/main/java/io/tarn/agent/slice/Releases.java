package io.tarn.agent.slice;

import io.tarn.agent.kernel.SliceId;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.SliceRef;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The releases in a stretch of the feed, so that a slice is not brought online just to leave. */
public final class Releases {

  /** No release is known. */
  public static final Releases NONE = new Releases(Map.of());

  private record Release(long sequence, long generation) {}

  private final Map<SliceId, Release> last;

  private Releases(Map<SliceId, Release> last) {
    this.last = last;
  }

  /** The releases among commands in any order. */
  public static Releases in(List<HostCommand> commands) {
    Map<SliceId, Release> last = new HashMap<>();
    for (HostCommand command : commands) {
      if (command.kind() == HostCommand.Kind.OFFLINE) {
        for (SliceRef ref : command.slices()) {
          last.merge(
              new SliceId(command.poolId(), ref.slice()),
              new Release(command.sequence(), ref.generation()),
              (a, b) -> a.sequence() > b.sequence() ? a : b);
        }
      }
    }
    return new Releases(last);
  }

  /** Whether a slice is released after a command, at that generation or a later one. */
  boolean after(long sequence, SliceId id, long generation) {
    Release release = last.get(id);
    return release != null && release.sequence() > sequence && release.generation() >= generation;
  }
}
