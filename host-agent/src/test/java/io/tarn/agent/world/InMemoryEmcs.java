package io.tarn.agent.world;

import io.tarn.agent.emc.EmcReader;
import io.tarn.agent.emc.EmcReading;
import io.tarn.agent.kernel.SliceId;
import io.tarn.contracts.emc.TableEntry;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** EMCs whose tables a test sets. */
public final class InMemoryEmcs implements EmcReader {

  private final Map<SliceId, TableEntry> entries = new HashMap<>();
  private final Set<String> unreachable = new HashSet<>();

  /** Sets an entry. */
  public void set(String poolId, int slice, @Nullable Integer owner, long generation) {
    entries.put(new SliceId(poolId, slice), new TableEntry(slice, owner, generation));
  }

  public void setReachable(String poolId, boolean reachable) {
    if (reachable) {
      unreachable.remove(poolId);
    } else {
      unreachable.add(poolId);
    }
  }

  @Override
  public CompletableFuture<EmcReading> read(URI emc, Set<Integer> slices) {
    String path = emc.getPath();
    String poolId = path.substring(path.lastIndexOf('/') + 1);
    if (unreachable.contains(poolId)) {
      return CompletableFuture.completedFuture(new EmcReading.Unreachable("told so"));
    }
    Map<Integer, TableEntry> found = new HashMap<>();
    for (int slice : slices) {
      TableEntry entry = entries.get(new SliceId(poolId, slice));
      if (entry != null) {
        found.put(slice, entry);
      }
    }
    return CompletableFuture.completedFuture(new EmcReading.Entries(found));
  }
}
