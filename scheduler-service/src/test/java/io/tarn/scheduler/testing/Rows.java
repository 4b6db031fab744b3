package io.tarn.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.chassis.testing.TestDatabase;
import io.tarn.db.ServiceSchema;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The scheduler's rows, past the service; and what must hold over them. */
public final class Rows {

  private final JdbcClient jdbc;

  /**
   * @param database as the scheduler sees it
   */
  public Rows(TestDatabase database) {
    this.jdbc = JdbcClient.create(database.as(ServiceSchema.SCHEDULER));
  }

  /** A row's state. */
  public String state(String vmId) {
    return jdbc.sql("select state from vm where vm_id = ?")
        .param(vmId)
        .query(String.class)
        .optional()
        .orElse("");
  }

  /** A row's attempt. */
  public int attempt(String vmId) {
    return jdbc.sql("select attempt from vm where vm_id = ?")
        .param(vmId)
        .query(Integer.class)
        .single();
  }

  /** Grants to be taken back. */
  public List<String> withdrawals(String vmId) {
    return jdbc.sql("select grant_id from withdrawal where vm_id = ? order by grant_id")
        .param(vmId)
        .query(String.class)
        .list();
  }

  /**
   * A VM with pool memory as a replica leaves it that dies after its first commit.
   *
   * @param leaseMillis how long its lease has still to run
   */
  public void abandoned(String vmId, int attempt, String hostId, String poolId, long leaseMillis) {
    jdbc.sql(
            """
            insert into vm (vm_id, state, request, request_hash, policy, attempt, host_id, vcpus,
              memory_mib, local_mib, pool_gib, pool_id, driver, driver_until)
            values (:vm, 'PENDING', :request::jsonb, 'x', 'static:25', :attempt, :host, 2, 16384,
              12288, 4, :pool, 'dead', clock_timestamp() + :lease * interval '1 millisecond')
            """)
        .param("vm", vmId)
        .param("request", Bodies.vm(vmId, 2, 16384))
        .param("attempt", attempt)
        .param("host", hostId)
        .param("pool", poolId)
        .param("lease", leaseMillis)
        .update();
  }

  /** A withdrawal that nobody has asked for yet. */
  public void withdrawal(String grantId, String vmId) {
    jdbc.sql("insert into withdrawal (grant_id, vm_id) values (?, ?)")
        .param(grantId)
        .param(vmId)
        .update();
  }

  /** Runs a statement. */
  public void run(String sql, Object... parameters) {
    JdbcClient.StatementSpec statement = jdbc.sql(sql);
    for (Object parameter : parameters) {
      statement = statement.param(parameter);
    }
    statement.update();
  }

  /** Checks that every host's use is what its VMs hold, and no more than it has. */
  public void verifyHosts() {
    List<Map<String, Object>> wrong =
        jdbc.sql(
                """
                select h.host_id, h.used_vcpus, h.used_local_mib, coalesce(sum(v.vcpus), 0) vcpus,
                  coalesce(sum(v.local_mib), 0) local_mib
                from host h left join vm v
                  on v.host_id = h.host_id and v.state not in ('DELETED', 'REFUSED')
                group by h.host_id
                having h.used_vcpus <> coalesce(sum(v.vcpus), 0)
                  or h.used_local_mib <> coalesce(sum(v.local_mib), 0)
                  or h.used_vcpus > h.vcpus - h.reserved_vcpus
                  or h.used_local_mib > h.local_mib - h.reserved_mib
                """)
            .query()
            .listOfRows();
    assertThat(wrong).isEmpty();
  }
}
