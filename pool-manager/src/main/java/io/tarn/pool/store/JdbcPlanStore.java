package io.tarn.pool.store;

import io.tarn.contracts.pool.RepairPlan;
import io.tarn.contracts.pool.RepairStep;
import io.tarn.pool.audit.PlanStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Plans in the service's own schema. */
public final class JdbcPlanStore implements PlanStore {

  private static final TypeReference<List<RepairStep>> STEPS = new TypeReference<>() {};
  private static final String FIND =
      """
      select plan_id, pool_id, steps,
        floor(extract(epoch from created_at) * 1000)::bigint as created_millis,
        floor(extract(epoch from executed_at) * 1000)::bigint as executed_millis
      from repair_plan where plan_id = ?
      """;

  private final JdbcClient jdbc;
  private final JsonMapper json;

  /**
   * @param jdbc on the service's schema
   * @param json for the steps
   */
  public JdbcPlanStore(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  @Override
  public RepairPlan keep(String planId, @Nullable String poolId, List<RepairStep> steps) {
    jdbc.sql("insert into repair_plan (plan_id, pool_id, steps) values (?, ?, ?::jsonb)")
        .param(planId)
        .param(poolId)
        .param(json.writeValueAsString(steps))
        .update();
    return find(planId).orElseThrow();
  }

  @Override
  public Optional<RepairPlan> find(String planId) {
    return jdbc.sql(FIND).param(planId).query((row, n) -> plan(row)).optional();
  }

  private RepairPlan plan(ResultSet row) throws SQLException {
    return new RepairPlan(
        row.getString("plan_id"),
        row.getString("pool_id"),
        row.getLong("created_millis"),
        row.getObject("executed_millis", Long.class),
        json.readValue(row.getString("steps"), STEPS));
  }
}
