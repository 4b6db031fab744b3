package io.tarn.local.storm;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.local.invariant.Rows;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was seen of a stack that works, in the order in which it was read. What is the same in two
 * readings held in between too: a slice that a host has online at one generation never comes back
 * at it, and rows only go forward.
 *
 * @param known promises before anything was read
 * @param rows of the store, before the hosts
 * @param promised promises after the rows were read
 * @param online what the hosts had online, before the tables
 * @param tables the EMCs' tables, by pool
 * @param onlineAfter what the hosts had online, after the tables
 * @param rowsAfter of the store, after the hosts
 */
record Look(
    Map<GrantId, Promise> known,
    Rows rows,
    Map<GrantId, Promise> promised,
    Set<HostSlice> online,
    Map<String, List<TableEntry>> tables,
    Set<HostSlice> onlineAfter,
    Rows rowsAfter) {

  Look {
    online = Set.copyOf(online);
    tables = Map.copyOf(tables);
    onlineAfter = Set.copyOf(onlineAfter);
  }

  /** A slice that a host has online, at the generation of the command that it follows. */
  record HostSlice(String hostId, String poolId, int slice, long generation) {}
}
