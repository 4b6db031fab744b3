package io.tarn.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that cannot work are refused before anything is installed, and the refusal says why. */
class RefusalTest {

  @Test
  void nothingSet_isRefused_namingAllThatIsMissingAtOnce() {
    assertThatThrownBy(() -> Chart.render(Values.none()))
        .hasMessageContaining("Tarn cannot be installed with these values:")
        .hasMessageContaining(
            "- authentication is not configured: services in pods answer the whole network and"
                + " refuse to start without it; set identity.issuer, identity.audience and"
                + " identity.jwks.uri (or identity.jwks.existingSecret)")
        .hasMessageContaining("- database.url is not set")
        .hasMessageContaining("- database.existingSecret is not set")
        .hasMessageContaining("- kafka.bootstrapServers is not set")
        .hasMessageContaining("- kafka.existingSecret is not set")
        .hasMessageContaining("- migration.adminSecret is not set")
        .hasMessageContaining("- scheduler.tokenSecret is not set")
        .hasMessageContaining("- models.existingSecret is not set");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "identity.issuer | '' | authentication is not configured",
        "identity.audience | '' | authentication is not configured",
        "identity.jwks.uri | '' | authentication is not configured",
        "identity.jwks.existingSecret | keys | jwks.uri and identity.jwks.existingSecret are both",
        "database.url | '' | database.url is not set",
        "database.url | jdbc:postgresql://a/b?password=x | database.url names a login",
        "database.existingSecret | '' | database.existingSecret is not set",
        "kafka.bootstrapServers | '' | kafka.bootstrapServers is not set",
        "kafka.existingSecret | '' | kafka.existingSecret is not set; with"
            + " kafka.securityProtocol=SASL_SSL",
        "migration.adminSecret | '' | migration.adminSecret is not set",
        "scheduler.tokenSecret | '' | only with a token of scopes tarn.read and tarn.place",
        "models.existingSecret | '' | openssl genpkey -algorithm ed25519 -out signing-key.pem",
        "models.existingSecret | '' | kubectl -n memory create secret generic tarn-model-keys",
        "modelTrainer.url | http://trainer.example | modelTrainer.enabled=true installs one",
        "modelTrainer.enabled | false | modelTrainer.url is not set",
        "poolManager.url | http://pools.example | poolManager.enabled=true installs one",
        "poolManager.enabled | false | poolManager.url is not set",
        "hostAgent.tokens.existingSecret | '' | hostAgent.tokens is not set",
        "hostAgent.tokens.hostPath | /etc/tokens | are both set; set one of them",
      })
  void aValueThatNeedsAnother_isRefused(String path, String value, String sentence) {
    Object typed = value.equals("false") ? false : value;
    assertRefused(Values.all().with(path, typed), sentence);
  }

  @Test
  void guests_thatNoPolicyLooksAt_areRefused() {
    assertRefused(
        Values.all()
            .with("scheduler.policy", "static:15")
            .with("scheduler.guests", List.of("linux")),
        "only scheduler.policy=pond looks at it, and the policy is static:15");
  }

  @ParameterizedTest
  @CsvSource({
    "stuck-rate, 2, Does not match pattern",
    "block-mib, 1, Must be greater than or equal to 2",
    "scan-every-minutes, 1441, Must be less than or equal to 1440",
    "clock, stepped, Additional property clock is not allowed"
  })
  void anOptionOutOfItsRange_isRefused(String option, String value, String sentence) {
    Object typed =
        option.endsWith("-rate") || option.equals("clock")
            ? value
            : (Object) Integer.valueOf(value);
    assertRefused(Values.all().with("hostAgent.options", Map.of(option, typed)), sentence);
  }

  @Test
  void authorityWithoutTls_isRefused() {
    assertRefused(
        Values.all()
            .with("kafka.securityProtocol", "SASL_PLAINTEXT")
            .with("kafka.caSecret", "kafka-ca"),
        "kafka.securityProtocol=SASL_PLAINTEXT has no TLS");
  }

  @ParameterizedTest
  @CsvSource({
    "spring.datasource.password, what is secret comes from existing secrets alone",
    "spring.kafka.properties.sasl.jaas.config, what is secret comes from existing secrets alone",
    "server.address, which the chart itself sets",
    "tarn.identity.issuer, which the chart itself sets",
    "spring.datasource.url, which the chart itself sets",
    "spring.kafka.bootstrap-servers, which the chart itself sets",
    "tarn.placement.policy, which the chart itself sets",
    "tarn.prediction.guests, which the chart itself sets",
    "tarn.training.signing-key-file, which the chart itself sets",
    "management.server.address, which the chart itself sets"
  })
  void aSettingThatIsTheCharts_isRefused(String property, String sentence) {
    for (String component :
        List.of("scheduler", "poolManager", "telemetryCollector", "modelTrainer")) {
      assertRefused(
          Values.all().withSetting(component, property, "x"),
          component + ".settings has " + property + sentence(sentence));
    }
  }

  private static String sentence(String text) {
    return (text.startsWith("which") ? ", " : "; ") + text;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "image.pullPolicy | Sometimes | image.pullPolicy must be one of the following",
        "image.tag | 'a b' | image.tag: Does not match pattern",
        "image.registry | https://registry.example | image.registry: Does not match pattern",
        "scheduler.image.repository | Tarn | scheduler.image.repository: Does not match pattern",
        "scheduler.replicas | 0 | scheduler.replicas: Must be greater than or equal to 1",
        "scheduler.replicas | 101 | scheduler.replicas: Must be less than or equal to 100",
        "poolManager.url | pools.example | poolManager.url: Does not match pattern",
        "identity.jwks.uri | file:///keys | identity.jwks.uri: Does not match pattern",
        "bindAddress | 127.0.0.1 | bindAddress must be one of the following",
        "database.url | postgres://h/d | database.url: Does not match pattern"
            + " '^(jdbc:postgresql://",
        "database.url | jdbc:postgresql://u:p@h/d | database.url: Does not match pattern",
        "database.existingSecret | Not_A_Name | database.existingSecret: Does not match pattern",
        "kafka.bootstrapServers | kafka | kafka.bootstrapServers: Does not match pattern",
        "kafka.bootstrapServers | http://kafka:9092 | kafka.bootstrapServers: Does not match",
        "kafka.securityProtocol | TLS | kafka.securityProtocol must be one of the following",
        "kafka.saslMechanism | GSSAPI | kafka.saslMechanism must be one of the following",
        "modelTrainer.nightly.schedule | nightly | nightly.schedule: Does not match pattern",
        "modelTrainer.nightly.timeZone | '' | modelTrainer.nightly.timeZone: Does not match"
            + " pattern",
        "modelTrainer.nightly.deadlineSeconds | 5 | Must be greater than or equal to 30",
        "models.scenario | 190 | models.scenario must be one of the following",
        "scheduler.policy | static | scheduler.policy: Does not match pattern",
        "scheduler.policy | static:101 | scheduler.policy: Does not match pattern",
        "modelTrainer.url | trainer.example | modelTrainer.url: Does not match pattern",
        "hostAgent.stateHostPath | / | hostAgent.stateHostPath: Does not match pattern",
        "hostAgent.stateHostPath | /var/../etc | hostAgent.stateHostPath: Does not match pattern",
        "hostAgent.logLevel | LOUD | hostAgent.logLevel must be one of the following",
        "migration.deadlineSeconds | 90000 | Must be less than or equal to 86400",
        "scheduler.resources.limits.memory | 1 Gi | limits.memory: Does not match pattern",
        "fullnameOverride | Tarn | fullnameOverride: Does not match pattern",
        "scheduler.enabled | yes please | scheduler.enabled: Invalid type. Expected: boolean",
        "scheduler.replica | 3 | scheduler: Additional property replica is not allowed",
        "kafka.password | x | kafka: Additional property password is not allowed",
        "tokens | x | Additional property tokens is not allowed",
      })
  void aValueOutOfItsRange_isRefused_namingIt(String path, String value, String sentence) {
    Object typed = value.matches("[0-9]+") ? Integer.valueOf(value) : value;
    assertRefused(Values.all().with(path, typed), sentence);
  }

  @Test
  void aSettingThatIsNoProperty_isRefused() {
    assertRefused(
        Values.all().with("scheduler.settings", Map.of("TARN_PLACEMENT_REPEATWAIT", "5s")),
        "scheduler.settings");
    assertRefused(
        Values.all().withSetting("scheduler", "tarn.placement.repeat-wait", List.of("5s")),
        "Invalid type");
  }

  @Test
  void aServiceThatIsOff_needsNothing() {
    Values values =
        Values.none()
            .with("scheduler.enabled", false)
            .with("poolManager.enabled", false)
            .with("telemetryCollector.enabled", false)
            .with("modelTrainer.enabled", false)
            .with("migration.enabled", false);
    assertThat(Chart.render(values).objects()).isEmpty();
  }

  private static void assertRefused(Values values, String sentence) {
    assertThatThrownBy(() -> Chart.render(values))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(sentence);
  }
}
