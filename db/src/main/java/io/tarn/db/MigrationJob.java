package io.tarn.db;

import java.io.PrintStream;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import org.flywaydb.core.api.FlywayException;

/**
 * The migration job, run once per release before any service starts. Reads {@code TARN_DB_URL},
 * {@code TARN_DB_USER}, {@code TARN_DB_PASSWORD} and one password per service's role; exits 0 when
 * the database is at this version, 2 when the environment is incomplete, 1 when the database
 * refuses.
 */
public final class MigrationJob {

  private static final String LOG_SETTINGS = "logback.configurationFile";

  private MigrationJob() {}

  /** Runs the job with the process's environment. */
  public static void main(String[] arguments) {
    if (System.getProperty(LOG_SETTINGS) == null) {
      System.setProperty(LOG_SETTINGS, "io/tarn/db/migration-job-logback.xml");
    }
    System.exit(run(System.getenv(), System.out, System.err));
  }

  static int run(Map<String, String> environment, PrintStream out, PrintStream err) {
    try {
      DatabaseTarget target =
          new DatabaseTarget(
              required(environment, "TARN_DB_URL"),
              required(environment, "TARN_DB_USER"),
              required(environment, "TARN_DB_PASSWORD"));
      Map<ServiceSchema, String> passwords = new EnumMap<>(ServiceSchema.class);
      for (ServiceSchema service : ServiceSchema.values()) {
        passwords.put(service, required(environment, service.passwordVariable()));
      }
      int applied = new Migrations(target).migrate(passwords);
      out.println("migrations applied: " + applied);
      return 0;
    } catch (IllegalArgumentException e) {
      err.println("migration job: " + e.getMessage());
      return 2;
    } catch (SQLException | FlywayException e) {
      err.println("migration job: the database refused: " + e.getMessage());
      return 1;
    }
  }

  private static String required(Map<String, String> environment, String name) {
    String value = environment.get(name);
    if (value == null || value.isEmpty()) {
      throw new IllegalArgumentException("the environment variable " + name + " is not set");
    }
    return value;
  }
}
