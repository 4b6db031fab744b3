package io.tarn.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The trainer reads what telemetry publishes for it, whichever of the two was made first. */
class TrainingViewsIT {

  private static final String MAKE_ROLE =
      """
      do $$ begin
        if not exists (select from pg_roles where rolname = 'tarn_trainer') then
          create role tarn_trainer;
        end if;
      end $$
      """;

  @Test
  void trainer_readsTheViewsAndNothingElse() throws SQLException {
    DatabaseTarget target = TestServer.emptyDatabase();
    Migrations migrations = new Migrations(target);
    migrations.migrate(Map.of(ServiceSchema.TELEMETRY, TestServer.PASSWORD));
    try (Connection connection = target.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(MAKE_ROLE);
      assertThat(migrations.migrate(Map.of(ServiceSchema.TELEMETRY, TestServer.PASSWORD))).isZero();
      statement.execute("set role tarn_trainer");
      for (String view : List.of("v_training_vm", "v_training_workload")) {
        try (ResultSet rows = statement.executeQuery("select count(*) from telemetry." + view)) {
          rows.next();
          assertThat(rows.getLong(1)).isZero();
        }
      }
      for (String denied : List.of("vm", "vm_window", "minute_samples", "v_vm_memory")) {
        assertThatExceptionOfType(SQLException.class)
            .isThrownBy(() -> statement.executeQuery("select 1 from telemetry." + denied))
            .withMessageContaining("permission denied");
      }
    }
  }
}
