package io.tarn.db;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MigrationJobIT {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void job_twice_saysWhatItDid() {
    Map<String, String> environment = environment(TestServer.emptyDatabase());
    assertThat(run(environment)).isZero();
    assertThat(out.toString(UTF_8)).matches("migrations applied: [1-9][0-9]*\\R");
    out.reset();
    assertThat(run(environment)).isZero();
    assertThat(out.toString(UTF_8)).matches("migrations applied: 0\\R");
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TARN_DB_URL",
        "TARN_DB_USER",
        "TARN_DB_PASSWORD",
        "TARN_DB_SCHEDULER_PASSWORD",
        "TARN_DB_POOL_PASSWORD",
        "TARN_DB_TELEMETRY_PASSWORD",
        "TARN_DB_TRAINER_PASSWORD"
      })
  void job_withoutAVariable_namesIt(String missing) {
    Map<String, String> environment = new HashMap<>(environment(unreachable()));
    environment.remove(missing);
    assertThat(run(environment)).isEqualTo(2);
    environment.put(missing, "");
    assertThat(run(environment)).isEqualTo(2);
    assertThat(err.toString(UTF_8).lines())
        .allMatch(line -> line.contains(missing + " is not set"))
        .hasSize(2);
  }

  @Test
  void job_withWrongPassword_saysSo() {
    Map<String, String> environment = new HashMap<>(environment(TestServer.emptyDatabase()));
    environment.put("TARN_DB_PASSWORD", "wrong");
    assertThat(run(environment)).isEqualTo(1);
    assertThat(err.toString(UTF_8).strip().lines())
        .singleElement()
        .asString()
        .startsWith("migration job: the database refused:")
        .contains("password authentication failed for user \"postgres\"");
  }

  @Test
  void job_withoutDatabase_saysWhere() {
    assertThat(run(environment(unreachable()))).isEqualTo(1);
    assertThat(err.toString(UTF_8).strip().lines())
        .singleElement()
        .asString()
        .contains("127.0.0.1:1");
  }

  @Test
  void job_withUrlOfAnotherKind_saysWhatIsAccepted() {
    Map<String, String> environment = new HashMap<>(environment(unreachable()));
    environment.put("TARN_DB_URL", "postgres://h/d");
    assertThat(run(environment)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("jdbc:postgresql://host:port/database");
  }

  @Test
  void process_saysOneLineAndExits() throws Exception {
    ProcessBuilder job =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            MigrationJob.class.getName());
    job.environment().keySet().removeIf(name -> name.startsWith("TARN_"));
    job.environment().putAll(environment(TestServer.emptyDatabase()));
    Process process = job.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(said).matches("migrations applied: [1-9][0-9]*\\R");
    assertThat(process.exitValue()).isZero();
  }

  private int run(Map<String, String> environment) {
    return MigrationJob.run(
        environment, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }

  private static DatabaseTarget unreachable() {
    return new DatabaseTarget("jdbc:postgresql://127.0.0.1:1/tarn", "postgres", "x");
  }

  private static Map<String, String> environment(DatabaseTarget target) {
    return Map.of(
        "TARN_DB_URL",
        target.jdbcUrl(),
        "TARN_DB_USER",
        target.user(),
        "TARN_DB_PASSWORD",
        target.password(),
        "TARN_DB_SCHEDULER_PASSWORD",
        TestServer.PASSWORD,
        "TARN_DB_POOL_PASSWORD",
        TestServer.PASSWORD,
        "TARN_DB_TELEMETRY_PASSWORD",
        TestServer.PASSWORD,
        "TARN_DB_TRAINER_PASSWORD",
        TestServer.PASSWORD);
  }
}
