package io.tarn.local.invariant;

import io.tarn.contracts.emc.TableEntry;
import java.util.List;
import java.util.Map;

/**
 * What is seen outside the database at the end of a run.
 *
 * @param tables the EMCs' own tables, by pool
 * @param online slices that the hosts have online
 * @param sequences the sequences on the bus in the order in which they lie there, by topic and key
 */
public record Outside(
    Map<String, List<TableEntry>> tables,
    List<OnlineSlice> online,
    Map<EventKey, List<Long>> sequences) {

  /** Copies the collections. */
  public Outside {
    tables = Map.copyOf(tables);
    online = List.copyOf(online);
    sequences = Map.copyOf(sequences);
  }

  /** A slice that a host has online. */
  public record OnlineSlice(String hostId, String poolId, int slice) {}

  /** A key of a topic. */
  public record EventKey(String topic, String key) {}
}
