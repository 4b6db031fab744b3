package io.tarn.scheduler.store;

import io.tarn.scheduler.saga.DecisionRecord;
import io.tarn.scheduler.saga.Phase;
import io.tarn.scheduler.saga.Vm;
import io.tarn.scheduler.saga.VmQueries;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Looks at VMs in PostgreSQL. */
public final class JdbcVmQueries implements VmQueries {

  private static final String PAGE =
      "select "
          + VmRows.COLUMNS
          + " from vm where vm_id > :after and state <> 'REFUSED'"
          + " and (:state::text is null or state = :state) order by vm_id limit :limit";
  private static final String PHASES =
      "select vm_id, state from vm where vm_id = any(?) and state <> 'REFUSED'";
  private static final String DECISIONS =
      """
      select d.attempt, d.decided_at, d.body from decision d join vm using (vm_id)
      where d.vm_id = ? and vm.state <> 'REFUSED' order by d.attempt
      """;

  private final JdbcClient jdbc;
  private final VmRows vms;

  /**
   * @param database the scheduler's schema
   */
  public JdbcVmQueries(Database database) {
    this.jdbc = database.jdbc();
    this.vms = new VmRows(jdbc, database.json());
  }

  @Override
  public Optional<Vm> vm(String vmId) {
    return vms.find(vmId).filter(vm -> vm.phase() != Phase.REFUSED);
  }

  @Override
  public List<Vm> page(@Nullable Phase phase, String after, int limit) {
    return jdbc.sql(PAGE)
        .param("after", after)
        .param("state", phase == null ? null : phase.name())
        .param("limit", limit)
        .query(vms::vm)
        .list();
  }

  @Override
  public Map<String, Phase> phases(Collection<String> vmIds) {
    Map<String, Phase> phases = new HashMap<>();
    jdbc.sql(PHASES)
        .param(vmIds.toArray(String[]::new))
        .query((row, n) -> Map.entry(row.getString("vm_id"), Phase.valueOf(row.getString("state"))))
        .list()
        .forEach(entry -> phases.put(entry.getKey(), entry.getValue()));
    return phases;
  }

  @Override
  public List<DecisionRecord> decisions(String vmId) {
    return jdbc.sql(DECISIONS)
        .param(vmId)
        .query(
            (row, n) ->
                new DecisionRecord(
                    row.getInt("attempt"),
                    row.getObject("decided_at", OffsetDateTime.class).toInstant(),
                    row.getString("body")))
        .list();
  }
}
