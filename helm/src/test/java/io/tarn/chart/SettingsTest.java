package io.tarn.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.db.ServiceSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Every setting that the chart makes is one that the service reads: a renamed one fails here. */
class SettingsTest {

  private static final Pattern REQUIRED =
      Pattern.compile("required\\(environment, \"(TARN_DB_[A-Z_]+)\"\\)");

  private final Sources sources = new Sources();
  private final Rendered rendered =
      Chart.render(
          Values.all().with("kafka.caSecret", "kafka-ca").with("database.caSecret", "database-ca"));

  @Test
  void sources_areRead() {
    assertThat(sources.modules()).contains("scheduler-service", "pool-manager", "chassis", "helm");
    assertThat(sources.properties("chassis"))
        .contains("tarn.identity.issuer", "tarn.identity.token-file", "tarn.outbox.batch");
    assertThat(sources.properties("scheduler-service"))
        .contains("tarn.placement.policy", "tarn.pool-manager.answer-timeout");
  }

  @Test
  void services_readWhatTheyAreTold() {
    SpringNames spring = SpringNames.onTheClassPath();
    List<String> unread = new ArrayList<>();
    for (Workload workload : rendered.workloads()) {
      if (workload.spring() && sources.modules().contains(workload.module())) {
        Set<String> own = variables(workload.module());
        own.addAll(variables("chassis"));
        workload.environment().keySet().stream()
            .filter(name -> !own.contains(name) && !spring.has(name))
            .forEach(name -> unread.add(workload.module() + " does not read " + name));
        workload.container().getArgs().stream()
            .filter(argument -> argument.startsWith("--"))
            .map(argument -> argument.substring(2, argument.indexOf('=')))
            .filter(property -> !own.contains(SpringNames.variable(property)))
            .forEach(property -> unread.add(workload.module() + " does not read " + property));
      }
    }
    assertThat(unread).isEmpty();
  }

  /** Every property of a service is set by the chart, which then refuses it, or can be set. */
  @Test
  void properties_ofServices_canAllBeSet() {
    Map<String, String> components =
        Map.of(
            "scheduler", "scheduler-service",
            "poolManager", "pool-manager",
            "telemetryCollector", "telemetry-collector",
            "modelTrainer", "model-trainer");
    components.forEach(
        (component, module) -> {
          Set<String> properties = new TreeSet<>(sources.properties(module));
          properties.addAll(sources.properties("chassis"));
          properties.removeIf(property -> refused(component, property));
          Values values = Values.least();
          for (String property : properties) {
            values = values.withSetting(component, property, "1");
          }
          assertThat(properties).as(component).hasSizeGreaterThan(3);
          Workload workload =
              Chart.render(values).workloads().stream()
                  .filter(w -> w.spring() && w.module().equals(module))
                  .findFirst()
                  .orElseThrow();
          assertThat(workload.environment().keySet())
              .containsAll(properties.stream().map(SpringNames::variable).toList());
        });
  }

  private static boolean refused(String component, String property) {
    try {
      Chart.render(Values.least().withSetting(component, property, "1"));
      return false;
    } catch (IllegalStateException e) {
      assertThat(e).hasMessageContaining(property + ", which the chart itself sets");
      return true;
    }
  }

  private Set<String> variables(String module) {
    return sources.properties(module).stream()
        .map(SpringNames::variable)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void services_signInAsTheRoleOfTheirSettings() {
    for (Workload workload : rendered.workloads()) {
      if (workload.spring() && sources.modules().contains(workload.module())) {
        assertThat(workload.environment())
            .as(workload.module())
            .containsEntry(
                "SPRING_DATASOURCE_USERNAME",
                sources.settings(workload.module()).at("/spring/datasource/username").asText());
      }
    }
  }

  @Test
  void migration_getsWhatItAsksFor_andThePasswordOfEachRole() {
    Map<String, String> environment = rendered.environment("migration");
    Set<String> required = new TreeSet<>();
    REQUIRED
        .matcher(sources.mainSource("db", "MigrationJob"))
        .results()
        .forEach(match -> required.add(match.group(1)));
    assertThat(required).containsExactly("TARN_DB_PASSWORD", "TARN_DB_URL", "TARN_DB_USER");
    for (ServiceSchema schema : ServiceSchema.values()) {
      required.add(schema.passwordVariable());
      assertThat(signsIn(schema.role())).as(schema.role()).isTrue();
    }
    assertThat(environment.keySet()).containsAll(required);
    for (Workload workload : rendered.workloads()) {
      if (workload.spring()) {
        String role =
            Objects.requireNonNull(workload.environment().get("SPRING_DATASOURCE_USERNAME"));
        String variable =
            "TARN_DB_" + SpringNames.variable(role.replace("tarn_", "")) + "_PASSWORD";
        assertThat(environment)
            .containsEntry(variable, workload.environment().get("SPRING_DATASOURCE_PASSWORD"));
      }
    }
  }

  private boolean signsIn(String role) {
    return rendered.workloads().stream()
        .anyMatch(w -> role.equals(w.environment().get("SPRING_DATASOURCE_USERNAME")));
  }

  @Test
  void agent_readsItsEnvironment() {
    assertThat(rendered.environment("host-agent"))
        .containsOnlyKeys("NODE_NAME", "TARN_LOG_LEVEL", "TARN_KAFKA_JAAS");
    assertThat(sources.file("host-agent/src/main/resources/logback-host-agent.xml"))
        .contains("${TARN_LOG_LEVEL:");
  }

  /** What the environment makes of a client, by Spring Boot's own reading of it. */
  @Test
  void kafka_clientsSignInOverTls() {
    StandardEnvironment environment = new StandardEnvironment();
    Map<String, Object> variables = new HashMap<>(rendered.environment("scheduler"));
    environment
        .getPropertySources()
        .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", variables));
    KafkaProperties kafka =
        new Binder(ConfigurationPropertySources.get(environment))
            .bind("spring.kafka", KafkaProperties.class)
            .get();
    assertThat(kafka.buildProducerProperties())
        .containsEntry(
            CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
            List.of("kafka-0.example:9093", "kafka-1.example:9093"))
        .containsEntry(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "SASL_SSL")
        .containsEntry(SaslConfigs.SASL_MECHANISM, "SCRAM-SHA-512")
        .containsEntry(SaslConfigs.SASL_JAAS_CONFIG, "tarn-kafka/scheduler-jaas")
        .containsEntry(SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG, "PEM");
  }
}
