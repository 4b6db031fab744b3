package io.tarn.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.SecretVolumeSource;
import io.fabric8.kubernetes.api.model.Volume;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each value that does more than to switch an object on or off. */
class ValuesTest {

  private static final List<String> SPRING =
      List.of("scheduler", "pool-manager", "telemetry-collector", "model-trainer");

  @Test
  void images_byDefault_areOfTheChartsAppVersion() {
    assertThat(images(Values.all()))
        .contains("tarn/scheduler-service:" + new Sources().version())
        .allMatch(image -> image.endsWith(":" + new Sources().version()));
  }

  @Test
  void images_canComeFromElsewhere() {
    Values values =
        Values.all()
            .with("image.registry", "registry.example:5000/mirror")
            .with("image.tag", "1.2.3")
            .with("scheduler.image.repository", "ours/placement");
    assertThat(images(values))
        .contains("registry.example:5000/mirror/ours/placement:1.2.3")
        .contains("registry.example:5000/mirror/tarn/db:1.2.3")
        .allMatch(image -> image.startsWith("registry.example:5000/mirror/"));
  }

  private static List<String> images(Values values) {
    return Chart.render(values).workloads().stream().map(w -> w.container().getImage()).toList();
  }

  @Test
  void pullPolicyAndSecrets_reachEveryPod() {
    Values values =
        Values.all()
            .with("image.pullPolicy", "Always")
            .with("image.pullSecrets", List.of("one", "two"));
    assertThat(Chart.render(values).workloads())
        .hasSize(7)
        .allSatisfy(
            workload -> {
              assertThat(workload.container().getImagePullPolicy()).isEqualTo("Always");
              assertThat(workload.pod().getImagePullSecrets())
                  .extracting("name")
                  .containsExactly("one", "two");
            });
  }

  @Test
  void authentication_isConfiguredInEveryService() {
    Rendered rendered = Chart.render(Values.least());
    for (String component : SPRING) {
      assertThat(rendered.environment(component))
          .containsEntry("SERVER_ADDRESS", "0.0.0.0")
          .containsEntry("TARN_IDENTITY_ISSUER", "https://issuer.example")
          .containsEntry("TARN_IDENTITY_AUDIENCE", "tarn")
          .containsEntry("TARN_IDENTITY_JWKSURI", "https://issuer.example/jwks");
    }
  }

  @Test
  void keys_inASecret_areAFile() {
    Values values =
        Values.least()
            .with("identity.jwks.uri", "")
            .with("identity.jwks.existingSecret", "keys")
            .with("identity.jwks.key", "set.json");
    Rendered rendered = Chart.render(values);
    for (String component : SPRING) {
      assertThat(rendered.environment(component))
          .containsEntry("TARN_IDENTITY_JWKSURI", "file:///etc/tarn/jwks/set.json");
      assertFile(rendered.workload(component), "keys", "set.json", "/etc/tarn/jwks");
    }
  }

  @Test
  void bindAddress_reachesEveryService() {
    Rendered rendered = Chart.render(Values.least().with("bindAddress", "::"));
    for (String component : SPRING) {
      assertThat(rendered.environment(component)).containsEntry("SERVER_ADDRESS", "::");
    }
  }

  @Test
  void tokenAndSigningKey_areFilesOfThoseWhoNeedThem() {
    Rendered rendered = Chart.render(Values.least());
    assertFile(rendered.workload("scheduler"), "tarn-scheduler-token", "token", "/etc/tarn/token");
    assertFile(
        rendered.workload("scheduler"), "tarn-model-keys", "public-key.pem", "/etc/tarn/model-key");
    assertThat(rendered.environment("scheduler"))
        .containsEntry("TARN_IDENTITY_TOKENFILE", "/etc/tarn/token/token");
    for (String component : List.of("model-trainer", "nightly-training")) {
      assertFile(
          rendered.workload(component),
          "tarn-model-keys",
          "signing-key.pem",
          "/etc/tarn/model-key");
      assertThat(rendered.environment(component))
          .containsValue("/etc/tarn/model-key/signing-key.pem");
    }
    assertThat(rendered.workload("pool-manager").secretFiles()).isEmpty();
    assertThat(rendered.workload("telemetry-collector").secretFiles()).isEmpty();
  }

  @Test
  void policy_byDefault_isWhatTheModelsAllow() {
    Rendered rendered =
        Chart.render(
            Values.least()
                .with("models.scenario", 222)
                .with("scheduler.guests", List.of("ubuntu", "rhel")));
    assertThat(rendered.environment("scheduler"))
        .containsEntry("TARN_PLACEMENT_POLICY", "pond")
        .containsEntry("TARN_PREDICTION_TRAINERURL", "http://live-tarn-model-trainer:8085")
        .containsEntry("TARN_PREDICTION_PUBLICKEYFILE", "/etc/tarn/model-key/public-key.pem")
        .containsEntry("TARN_PREDICTION_SCENARIO", "222")
        .containsEntry("TARN_PREDICTION_GUESTS", "ubuntu,rhel");
    assertThat(Chart.render(Values.least()).environment("scheduler"))
        .doesNotContainKey("TARN_PREDICTION_GUESTS");
  }

  @Test
  void policy_withoutModels_needsNeitherKeyNorTrainer() {
    Rendered rendered =
        Chart.render(
            Values.least()
                .with("scheduler.policy", "static:15")
                .with("modelTrainer.enabled", false)
                .with("models.existingSecret", ""));
    assertThat(rendered.environment("scheduler"))
        .containsEntry("TARN_PLACEMENT_POLICY", "static:15")
        .allSatisfy((name, value) -> assertThat(name).doesNotStartWith("TARN_PREDICTION_"));
    assertThat(rendered.workload("scheduler").secretFiles()).hasSize(1);
  }

  @Test
  void trainer_ofAnotherRelease_isWhereItIsSaidToBe() {
    Rendered rendered =
        Chart.render(
            Values.least()
                .with("modelTrainer.enabled", false)
                .with("modelTrainer.url", "https://trainer.example"));
    assertThat(rendered.environment("scheduler"))
        .containsEntry("TARN_PREDICTION_TRAINERURL", "https://trainer.example");
  }

  @ParameterizedTest
  @CsvSource({
    "PLAINTEXT, false, false",
    "SSL, false, true",
    "SASL_PLAINTEXT, true, false",
    "SASL_SSL, true, true"
  })
  void agent_speaksToKafkaAsAsked(String protocol, boolean login, boolean tls) throws IOException {
    Rendered rendered =
        Chart.render(
            Values.all()
                .with("kafka.securityProtocol", protocol)
                .with("kafka.existingSecret", login ? "bus" : "")
                .with("kafka.caSecret", tls ? "bus-ca" : ""));
    Properties properties = new Properties();
    properties.load(
        new StringReader(rendered.all(ConfigMap.class).get(0).getData().get("kafka.properties")));
    assertThat(properties.stringPropertyNames())
        .allMatch(
            name ->
                ProducerConfig.configNames().contains(name) || name.startsWith("config.providers"));
    assertThat(properties)
        .containsEntry("security.protocol", protocol)
        .doesNotContainValue("host-agent-jaas");
    assertThat(properties.getProperty("sasl.mechanism")).isEqualTo(login ? "SCRAM-SHA-512" : null);
    assertThat(properties.getProperty("sasl.jaas.config"))
        .isEqualTo(login ? "${env:TARN_KAFKA_JAAS}" : null);
    assertThat(properties.getProperty("ssl.truststore.location"))
        .isEqualTo(tls ? "/etc/tarn/kafka/ca.crt" : null);
    Workload agent = rendered.workload("host-agent");
    assertThat(agent.environment().get("TARN_KAFKA_JAAS"))
        .isEqualTo(login ? "bus/host-agent-jaas" : null);
    assertThat(agent.container().getArgs())
        .containsSequence("--bootstrap-servers", "kafka-0.example:9093,kafka-1.example:9093")
        .containsSequence("--kafka-properties", "/etc/tarn/kafka-client/kafka.properties");
    assertThat(ObjectRules.broken(rendered, Set.of())).isEmpty();
  }

  @Test
  void agent_isReplaced_whenItsWayToKafkaChanges() {
    assertThat(agentAnnotations(Values.all()))
        .isEqualTo(agentAnnotations(Values.all().with("scheduler.replicas", 3)))
        .isNotEqualTo(agentAnnotations(Values.all().with("kafka.saslMechanism", "PLAIN")));
  }

  private static Map<String, String> agentAnnotations(Values values) {
    return Chart.render(values).workload("host-agent").template().getMetadata().getAnnotations();
  }

  @Test
  void agent_takesMoreOptions() {
    Rendered rendered =
        Chart.render(
            Values.all()
                .with("models.scenario", 222)
                .with("hostAgent.options", Map.of("stuck-rate", "0.01", "block-mib", 2048)));
    assertThat(rendered.container("host-agent").getArgs())
        .containsSequence("--scenario", "222", "--block-mib", "2048", "--stuck-rate", "0.01");
  }

  @Test
  void database_isReachedByEachServiceAsItself() {
    Rendered rendered = Chart.render(Values.least());
    Map<String, String> logins =
        Map.of(
            "scheduler", "scheduler",
            "pool-manager", "pool",
            "telemetry-collector", "telemetry",
            "model-trainer", "trainer");
    logins.forEach(
        (component, login) ->
            assertThat(rendered.environment(component))
                .containsEntry(
                    "SPRING_DATASOURCE_URL", "jdbc:postgresql://postgres.example:5432/tarn")
                .containsEntry("SPRING_DATASOURCE_USERNAME", "tarn_" + login)
                .containsEntry(
                    "SPRING_DATASOURCE_PASSWORD", "tarn-database/" + login + "-password"));
  }

  @Test
  void database_authority_isAFileOfThoseWhoConnect() {
    Rendered rendered = Chart.render(Values.all().with("database.caSecret", "database-ca"));
    for (Workload workload : rendered.workloads()) {
      if (workload.component().equals("host-agent")) {
        assertThat(workload.environment()).doesNotContainKey("SPRING_DATASOURCE_URL");
      } else {
        assertFile(workload, "database-ca", "ca.crt", "/etc/tarn/database");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PLAINTEXT, false, false",
    "SSL, false, true",
    "SASL_PLAINTEXT, true, false",
    "SASL_SSL, true, true"
  })
  void kafka_isSpokenToAsAsked(String protocol, boolean login, boolean tls) {
    Values values =
        Values.least()
            .with("kafka.securityProtocol", protocol)
            .with("kafka.saslMechanism", "PLAIN")
            .with("kafka.existingSecret", login ? "bus" : "")
            .with("kafka.caSecret", tls ? "bus-ca" : "");
    Rendered rendered = Chart.render(values);
    for (String component : SPRING) {
      Map<String, String> environment = rendered.environment(component);
      assertThat(environment).containsEntry("SPRING_KAFKA_SECURITY_PROTOCOL", protocol);
      assertThat(environment.getOrDefault("SPRING_KAFKA_PROPERTIES_SASL_MECHANISM", ""))
          .isEqualTo(login ? "PLAIN" : "");
      assertThat(environment.getOrDefault("SPRING_KAFKA_PROPERTIES_SASL_JAAS_CONFIG", ""))
          .isEqualTo(login ? "bus/" + component + "-jaas" : "");
      assertThat(environment.getOrDefault("SPRING_KAFKA_SSL_TRUSTSTORELOCATION", ""))
          .isEqualTo(tls ? "file:/etc/tarn/kafka/ca.crt" : "");
      if (tls) {
        assertFile(rendered.workload(component), "bus-ca", "ca.crt", "/etc/tarn/kafka");
      }
    }
  }

  @Test
  void settings_becomeTheEnvironmentOfTheirServiceAlone() {
    Rendered rendered =
        Chart.render(
            Values.least()
                .withSetting("scheduler", "tarn.placement.host-view-max-age", "20s")
                .withSetting("scheduler", "tarn.outbox.batch", 1_000_000)
                .withSetting("scheduler", "server.tomcat.accesslog.enabled", true));
    assertThat(rendered.environment("scheduler"))
        .containsEntry("TARN_PLACEMENT_HOSTVIEWMAXAGE", "20s")
        .containsEntry("TARN_OUTBOX_BATCH", "1000000")
        .containsEntry("SERVER_TOMCAT_ACCESSLOG_ENABLED", "true");
    assertThat(rendered.environment("pool-manager")).doesNotContainKey("TARN_OUTBOX_BATCH");
  }

  @Test
  void poolManager_ofAnotherRelease_isWhereItIsSaidToBe() {
    Values values =
        Values.all()
            .with("poolManager.enabled", false)
            .with("poolManager.url", "https://pools.example:8443");
    Rendered rendered = Chart.render(values);
    assertThat(rendered.environment("scheduler"))
        .containsEntry("TARN_POOLMANAGER_URL", "https://pools.example:8443");
    assertThat(rendered.container("host-agent").getArgs()).contains("https://pools.example:8443");
  }

  @Test
  void poolManager_ofThisRelease_isItsService() {
    Rendered rendered = Chart.render(Values.all());
    assertThat(rendered.kinds()).contains("Service/pool-manager");
    assertThat(rendered.environment("scheduler"))
        .containsEntry("TARN_POOLMANAGER_URL", "http://live-tarn-pool-manager:8081");
    assertThat(rendered.container("host-agent").getArgs())
        .contains("http://live-tarn-pool-manager:8081");
  }

  @ParameterizedTest
  @CsvSource({
    "scheduler, scheduler",
    "poolManager, pool-manager",
    "telemetryCollector, telemetry-collector",
    "modelTrainer, model-trainer",
    "hostAgent, host-agent",
    "migration, migration"
  })
  void component_takesItsOwnAccountNodesAndResources(String key, String component) {
    Values values =
        Values.all()
            .with(key + ".serviceAccountName", "existing")
            .with(key + ".podAnnotations", Map.of("team", "memory"))
            .with(key + ".nodeSelector", Map.of("pool", "emc"))
            .with(key + ".tolerations", List.of(Map.of("key", "emc", "operator", "Exists")))
            .with(key + ".affinity", Map.of("podAntiAffinity", Map.of()))
            .with(key + ".resources.limits.memory", "3Gi");
    Rendered rendered = Chart.render(values);
    assertThat(ObjectRules.broken(rendered, Set.of("existing"))).isEmpty();
    assertThat(rendered.kinds()).doesNotContain("ServiceAccount/" + component).hasSize(17);
    Workload workload = rendered.workload(component);
    assertThat(workload.pod().getServiceAccountName()).isEqualTo("existing");
    assertThat(workload.template().getMetadata().getAnnotations()).containsEntry("team", "memory");
    assertThat(workload.pod().getNodeSelector()).containsEntry("pool", "emc");
    assertThat(workload.pod().getTolerations()).extracting("key").containsExactly("emc");
    assertThat(workload.pod().getAffinity().getPodAntiAffinity()).isNotNull();
    assertThat(workload.container().getResources().getLimits())
        .containsEntry("memory", new Quantity("3Gi"));
  }

  @Test
  void agent_isItsNodesHost_andKeepsItsStateThere() {
    Rendered rendered =
        Chart.render(
            Values.all()
                .with("hostAgent.stateHostPath", "/srv/tarn")
                .with("hostAgent.logLevel", "DEBUG"));
    Workload agent = rendered.workload("host-agent");
    assertThat(agent.environment())
        .containsEntry("NODE_NAME", "spec.nodeName")
        .containsEntry("TARN_LOG_LEVEL", "DEBUG");
    assertThat(agent.container().getArgs()).containsSequence("--hosts", "$(NODE_NAME)");
    assertThat(hostFolders(agent)).containsExactly("/srv/tarn");
    assertThat(agent.secretFiles())
        .extracting(SecretVolumeSource::getSecretName)
        .containsExactly("tarn-agent-tokens");
  }

  @Test
  void agent_withTokensOnItsNode_seesNoOthers() {
    Values values =
        Values.all()
            .with("hostAgent.tokens.existingSecret", "")
            .with("hostAgent.tokens.hostPath", "/etc/tarn/tokens");
    Rendered rendered = Chart.render(values);
    assertThat(ObjectRules.broken(rendered, Set.of())).isEmpty();
    Workload agent = rendered.workload("host-agent");
    assertThat(hostFolders(agent))
        .containsExactlyInAnyOrder("/etc/tarn/tokens", "/var/lib/tarn/host-agent");
    assertThat(agent.secretFiles()).isEmpty();
  }

  private static List<String> hostFolders(Workload workload) {
    return workload.pod().getVolumes().stream()
        .filter(volume -> volume.getHostPath() != null)
        .map(volume -> volume.getHostPath().getPath())
        .toList();
  }

  private static void assertFile(Workload workload, String secret, String key, String folder) {
    Volume volume =
        workload.pod().getVolumes().stream()
            .filter(v -> v.getSecret() != null && v.getSecret().getSecretName().equals(secret))
            .findFirst()
            .orElseThrow(() -> new AssertionError(workload.name() + " has no " + secret));
    // 0440
    assertThat(volume.getSecret().getDefaultMode()).isEqualTo(288);
    assertThat(volume.getSecret().getItems())
        .singleElement()
        .satisfies(
            item -> {
              assertThat(item.getKey()).isEqualTo(key);
              assertThat(item.getPath()).isEqualTo(key);
            });
    assertThat(workload.container().getVolumeMounts())
        .filteredOn(mount -> mount.getName().equals(volume.getName()))
        .extracting("mountPath")
        .containsExactly(folder);
  }
}
