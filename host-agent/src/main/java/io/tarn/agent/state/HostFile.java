package io.tarn.agent.state;

import io.tarn.agent.host.HostState;
import io.tarn.agent.kernel.SliceId;
import io.tarn.agent.operation.HeldOperation;
import io.tarn.agent.operation.OperationContent;
import io.tarn.agent.slice.BookContent;
import io.tarn.agent.slice.HeldSlice;
import io.tarn.contracts.Check;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.OperationReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A host's state as it stands in its file.
 *
 * @param format version of this layout, 1
 * @param hostId the host
 * @param boot the current boot
 * @param onlineBlocks memory blocks that are online, by pool and slice
 * @param position sequence of the last command taken in
 * @param held the slices that commands have named and that are not gone yet
 * @param released the highest generation that went offline, by pool and slice
 * @param unreported observations that the manager has not confirmed
 * @param operations that have not ended; absent in a file of an earlier version, which knew of none
 * @param reports of operations that the manager has not confirmed; absent likewise
 */
record HostFile(
    int format,
    String hostId,
    BootReport boot,
    Map<String, Map<Integer, Integer>> onlineBlocks,
    long position,
    List<HeldSlice> held,
    Map<String, Map<Integer, Long>> released,
    List<Observation> unreported,
    List<HeldOperation> operations,
    List<OperationReport> reports) {

  private static final int FORMAT = 1;

  @SuppressWarnings("NullAway") // the defaults are filled here
  HostFile {
    Check.range("format", format, FORMAT, FORMAT);
    Check.id("hostId", hostId);
    Check.present("boot", boot);
    Check.present("onlineBlocks", onlineBlocks);
    Check.range("position", position, 0, Long.MAX_VALUE);
    Check.present("held", held);
    Check.present("released", released);
    Check.present("unreported", unreported);
    operations = operations == null ? List.of() : operations;
    reports = reports == null ? List.of() : reports;
  }

  static HostFile of(HostState state) {
    return new HostFile(
        FORMAT,
        state.hostId(),
        state.boot(),
        byPool(state.onlineBlocks()),
        state.book().position(),
        state.book().held(),
        byPool(state.book().released()),
        state.book().unreported(),
        state.operations().held(),
        state.operations().unreported());
  }

  HostState state() {
    BookContent book = new BookContent(position, held, bySlice(released), unreported);
    return new HostState(
        hostId, boot, bySlice(onlineBlocks), book, new OperationContent(operations, reports));
  }

  private static <V> Map<String, Map<Integer, V>> byPool(Map<SliceId, V> bySlice) {
    Map<String, Map<Integer, V>> byPool = new TreeMap<>();
    bySlice.forEach(
        (id, value) ->
            byPool.computeIfAbsent(id.poolId(), pool -> new TreeMap<>()).put(id.slice(), value));
    return byPool;
  }

  private static <V> Map<SliceId, V> bySlice(Map<String, Map<Integer, V>> byPool) {
    Map<SliceId, V> bySlice = new HashMap<>();
    byPool.forEach(
        (poolId, slices) ->
            slices.forEach((slice, value) -> bySlice.put(new SliceId(poolId, slice), value)));
    return bySlice;
  }
}
