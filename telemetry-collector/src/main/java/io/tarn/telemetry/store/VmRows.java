package io.tarn.telemetry.store;

import io.tarn.contracts.bus.VmAllocation;
import io.tarn.contracts.bus.VmProfile;
import io.tarn.telemetry.vm.VmChange;
import io.tarn.telemetry.vm.VmStage;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Who VMs are. */
final class VmRows {

  private static final String SAVE =
      """
      insert into vm as v (vm_id, last_sequence, state, host_id, vcpus, local_mib, pool_gib,
        memory_mib, customer, vm_type, guest_os, region, workload, started_millis, ended_millis)
      select * from unnest(?::text[], ?::bigint[], ?::text[], ?::text[], ?::integer[], ?::bigint[],
        ?::integer[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
        ?::bigint[], ?::bigint[])
      on conflict (vm_id) do update set last_sequence = excluded.last_sequence,
        state = excluded.state,
        (host_id, vcpus, local_mib, pool_gib) = (
          select a.* from (select
            case when excluded.host_id = '' then v.host_id else excluded.host_id end,
            case when excluded.host_id = '' then v.vcpus else excluded.vcpus end,
            case when excluded.host_id = '' then v.local_mib else excluded.local_mib end,
            case when excluded.host_id = '' then v.pool_gib else excluded.pool_gib end) a),
        (memory_mib, customer, vm_type, guest_os, region, workload) = (
          select p.* from (select
            case when excluded.memory_mib = 0 then v.memory_mib else excluded.memory_mib end,
            case when excluded.memory_mib = 0 then v.customer else excluded.customer end,
            case when excluded.memory_mib = 0 then v.vm_type else excluded.vm_type end,
            case when excluded.memory_mib = 0 then v.guest_os else excluded.guest_os end,
            case when excluded.memory_mib = 0 then v.region else excluded.region end,
            case when excluded.memory_mib = 0 then v.workload else excluded.workload end) p),
        started_millis = case when v.state = 'REFUSED' then excluded.started_millis
          else coalesce(v.started_millis, excluded.started_millis) end,
        ended_millis = coalesce(v.ended_millis, excluded.ended_millis)
      where v.last_sequence < excluded.last_sequence
      """;
  private static final String STALE =
      "insert into history_stale (vm_id) select * from unnest(?::text[])";

  private final JdbcClient jdbc;

  VmRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Applies changes, those of a VM in their order. */
  void apply(List<VmChange> changes) {
    Map<String, VmChange> folded = new TreeMap<>();
    changes.forEach(change -> folded.merge(change.vmId(), change, VmChange::then));
    Collection<VmChange> rows = folded.values();
    jdbc.sql(SAVE)
        .param(Columns.text(rows, VmChange::vmId))
        .param(Columns.longs(rows, VmChange::sequence))
        .param(Columns.text(rows, change -> change.stage().name()))
        .param(Columns.text(rows, allocation(VmAllocation::getHostId)))
        .param(Columns.ints(rows, allocation(VmAllocation::getVcpus)))
        .param(Columns.longs(rows, allocation(VmAllocation::getLocalMib)))
        .param(Columns.ints(rows, allocation(VmAllocation::getPoolGib)))
        .param(Columns.longs(rows, profile(VmProfile::getMemoryMib)))
        .param(Columns.text(rows, profile(VmProfile::getCustomer)))
        .param(Columns.text(rows, profile(VmProfile::getVmType)))
        .param(Columns.text(rows, profile(VmProfile::getGuestOs)))
        .param(Columns.text(rows, profile(VmProfile::getRegion)))
        .param(Columns.text(rows, profile(VmProfile::getWorkload)))
        .param(rows.stream().map(VmChange::startedMillis).toArray(Long[]::new))
        .param(rows.stream().map(VmChange::endedMillis).toArray(Long[]::new))
        .update();
    jdbc.sql(STALE)
        .param(
            rows.stream().filter(VmRows::changesHistory).map(VmChange::vmId).toArray(String[]::new))
        .update();
  }

  private static boolean changesHistory(VmChange change) {
    return change.profile() != null
        || change.stage() == VmStage.DELETING
        || change.stage() == VmStage.DELETED;
  }

  private static <T> Function<VmChange, T> allocation(Function<VmAllocation, T> part) {
    return change -> {
      VmAllocation said = change.allocation();
      return part.apply(said == null ? VmAllocation.getDefaultInstance() : said);
    };
  }

  private static <T> Function<VmChange, T> profile(Function<VmProfile, T> part) {
    return change -> {
      VmProfile said = change.profile();
      return part.apply(said == null ? VmProfile.getDefaultInstance() : said);
    };
  }
}
