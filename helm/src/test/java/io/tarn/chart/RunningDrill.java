package io.tarn.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.tarn.contracts.Topics;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the chart renders, started: each container's command with its arguments, its environment and
 * its files, against a PostgreSQL and a Kafka that ask for the logins of the secrets.
 */
class RunningDrill {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DEAD = ".dlq";

  private static final List<String> SERVICES =
      List.of("scheduler", "pool-manager", "telemetry-collector", "model-trainer");
  private static final List<String> PRINCIPALS =
      List.of("scheduler", "pool-manager", "telemetry-collector", "model-trainer", "host-agent");

  /** As the release's notes say it. */
  private static final Map<String, List<String>> WRITERS =
      Map.of(
          "scheduler", List.of(Topics.PLACEMENTS),
          "pool-manager", List.of(Topics.SLICES),
          "telemetry-collector", List.of(Topics.WINDOWS, Topics.HISTORY),
          "model-trainer", List.of(Topics.MODELS),
          "host-agent", List.of(Topics.HOST_PMU, Topics.HOST_ACCESS));

  /** As the release's notes say it. */
  private static final Map<String, List<String>> READERS =
      Map.of(
          "scheduler", List.of(Topics.SLICES, Topics.MODELS, Topics.HISTORY),
          "telemetry-collector",
              List.of(Topics.HOST_PMU, Topics.HOST_ACCESS, Topics.PLACEMENTS, Topics.COT_EPOCHS),
          "host-agent", List.of(Topics.PLACEMENTS));

  private static final Rendered RENDERED =
      Chart.render(
          Values.all()
              .with("identity.jwks.uri", "")
              .with("identity.jwks.existingSecret", "tarn-jwks")
              // of the one Kafka here: a login, but no certificates
              .with("kafka.securityProtocol", "SASL_PLAINTEXT")
              .with("scheduler.guests", List.of("debian")));

  @TempDir private static Path folder;
  private static LocalIssuer issuer;
  private static String schedulerToken;
  private static LocalDatabase database;
  private static LocalKafka kafka;
  private static LocalCluster cluster;
  private static final Map<String, LocalPod> PODS = new HashMap<>();
  private static final Deque<AutoCloseable> STARTED = new ArrayDeque<>();

  @BeforeAll
  static void install() throws Exception {
    issuer = LocalIssuer.make();
    schedulerToken = issuer.token("tarn.read tarn.place");
    database = started(LocalDatabase.start(folder.resolve("postgres")));
    kafka = started(LocalKafka.start(folder.resolve("kafka"), PRINCIPALS));
    kafka.prepare(topics(), allowed());
    cluster = new LocalCluster(folder, secrets(), configs(), addresses());
    try (LocalPod migration = start("migration")) {
      assertThat(migration.end(PATIENCE)).as(migration.said()).isZero();
    }
    // one after the other: each has the time of its probe, not that of five
    for (String component : PRINCIPALS) {
      LocalPod pod = started(start(component));
      PODS.put(component, pod);
      pod.await(pod.workload().container().getStartupProbe());
    }
  }

  @AfterAll
  static void uninstall() throws Exception {
    List<AssertionError> stubborn = new ArrayList<>();
    PODS.values().forEach(LocalPod::terminate);
    for (AutoCloseable part : STARTED) {
      try {
        part.close();
      } catch (AssertionError e) {
        stubborn.add(e);
      }
    }
    assertThat(stubborn).isEmpty();
    PODS.forEach((component, pod) -> assertThat(pod.refusals()).as(component).isEmpty());
  }

  /** Remembers what has to be ended, the last first. */
  private static <T extends AutoCloseable> T started(T part) {
    STARTED.addFirst(part);
    return part;
  }

  private static LocalPod start(String component) {
    return LocalPod.start(RENDERED.workload(component), cluster);
  }

  private static LocalPod pod(String component) {
    return Objects.requireNonNull(PODS.get(component));
  }

  @Test
  void services_answerTheirProbes() throws Exception {
    assertThat(RENDERED.all(Deployment.class)).hasSameSizeAs(SERVICES);
    for (String component : SERVICES) {
      LocalPod pod = pod(component);
      Container container = pod.workload().container();
      pod.await(container.getReadinessProbe());
      assertThat(pod.succeeds(container.getLivenessProbe())).as(component).isTrue();
    }
    LocalPod agent = pod("host-agent");
    assertThat(agent.succeeds(agent.workload().container().getLivenessProbe())).isTrue();
  }

  @Test
  void metrics_areThere_forWhoeverMayRead() throws Exception {
    for (String component : SERVICES) {
      LocalPod pod = pod(component);
      assertThat(pod.get("http", "/actuator/prometheus", "").statusCode()).isEqualTo(401);
      HttpResponse<String> told =
          pod.get("http", "/actuator/prometheus", issuer.token("tarn.read"));
      assertThat(told.statusCode()).as(component).isEqualTo(200);
      assertThat(told.body()).contains("tarn_outbox_waiting");
    }
  }

  @Test
  void schedulersToken_opensWhatItCalls() throws Exception {
    assertThat(pod("model-trainer").get("http", "/v1/models", schedulerToken).statusCode())
        .isEqualTo(200);
    assertThat(pod("pool-manager").get("http", "/v1/pools", schedulerToken).statusCode())
        .isEqualTo(200);
  }

  /** Through every login: the scheduler's, the agent's and the collector's. */
  @Test
  void vm_isAllLocalWithoutAModel_andItsHostTellsOfIt() throws Exception {
    LocalPod scheduler = pod("scheduler");
    scheduler.await(scheduler.workload().container().getReadinessProbe());
    String admin = issuer.token("tarn.admin");
    HttpResponse<String> host =
        scheduler.send(
            "PUT",
            "http",
            "/v1/hosts/" + LocalCluster.NODE,
            admin,
            "{\"vcpus\":16,\"localMiB\":65536}");
    assertThat(host.statusCode()).as(host.body()).isEqualTo(201);
    place("vm-1", "debian");
    place("vm-2", "linux");
    assertThat(reason("vm-1")).isEqualTo("no-model");
    assertThat(reason("vm-2")).isEqualTo("guest-not-known-to-tolerate-znuma");

    LocalPod agent = pod("host-agent");
    Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () ->
                JSON.readTree(
                            agent
                                .get(agent.workload().container().getLivenessProbe(), "/v1/clock")
                                .body())
                        .path("vms")
                        .asInt()
                    == 2);
    HttpResponse<String> left = scheduler.send("DELETE", "http", "/v1/vms/vm-1", admin, "");
    assertThat(left.statusCode()).as(left.body()).isEqualTo(200);
    Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () ->
                pod("telemetry-collector")
                        .get("http", "/v1/vms/vm-1/memory", issuer.token("tarn.read"))
                        .statusCode()
                    == 200);
  }

  private static void place(String vmId, String guest) throws Exception {
    String body =
        """
        {"vmId":"%s","vcpus":1,"memoryMiB":4096,"customer":"c","vmType":"t","guestOs":"%s"}
        """
            .formatted(vmId, guest);
    HttpResponse<String> placed =
        Awaitility.await()
            .atMost(PATIENCE)
            .until(
                () ->
                    pod("scheduler")
                        .send("POST", "http", "/v1/vms", issuer.token("tarn.place"), body),
                // 409 until the host's row was read
                answer -> answer.statusCode() == 201);
    assertThat(JSON.readTree(placed.body()).path("kind").asText()).isEqualTo("ALL_LOCAL");
  }

  private static String reason(String vmId) throws Exception {
    JsonNode decision =
        JSON.readTree(
            pod("scheduler")
                .get("http", "/v1/vms/" + vmId + "/decision", issuer.token("tarn.read"))
                .body());
    return decision.at("/attempts/0/decision/ceilingReason").asText();
  }

  @Test
  void nightlyTraining_withoutAPast_saysSo() throws Exception {
    try (LocalPod nightly = start("nightly-training")) {
      assertThat(nightly.end(PATIENCE)).as(nightly.said()).isEqualTo(11);
    }
  }

  private static List<String> topics() {
    List<String> topics = new ArrayList<>();
    WRITERS.values().forEach(topics::addAll);
    topics.add(Topics.COT_EPOCHS);
    topics.addAll(topics.stream().map(topic -> topic + DEAD).toList());
    return topics;
  }

  private static List<AclBinding> allowed() {
    List<AclBinding> allowed = new ArrayList<>();
    WRITERS.forEach(
        (who, topics) ->
            topics.forEach(
                topic -> allowed.add(may(who, AclOperation.WRITE, ResourceType.TOPIC, topic))));
    READERS.forEach(
        (who, topics) ->
            topics.forEach(
                topic -> {
                  allowed.add(may(who, AclOperation.READ, ResourceType.TOPIC, topic));
                  allowed.add(may(who, AclOperation.WRITE, ResourceType.TOPIC, topic + DEAD));
                }));
    allowed.add(may("scheduler", AclOperation.READ, ResourceType.GROUP, "tarn-scheduler"));
    allowed.add(
        may("telemetry-collector", AclOperation.READ, ResourceType.GROUP, "tarn-telemetry"));
    return allowed;
  }

  private static AclBinding may(String who, AclOperation what, ResourceType type, String name) {
    PatternType pattern = type == ResourceType.GROUP ? PatternType.PREFIXED : PatternType.LITERAL;
    return new AclBinding(
        new ResourcePattern(type, name, pattern),
        new AccessControlEntry("User:" + who, "*", what, AclPermissionType.ALLOW));
  }

  private static Map<String, Map<String, String>> secrets() throws Exception {
    Map<String, String> logins = new HashMap<>();
    PRINCIPALS.forEach(who -> logins.put(who + "-jaas", LocalKafka.login(who)));
    Map<String, String> passwords = new HashMap<>();
    for (String schema : List.of("scheduler", "pool", "telemetry", "trainer")) {
      passwords.put(schema + "-password", "of-" + schema);
    }
    KeyPair keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    return Map.of(
        "tarn-jwks", Map.of("jwks.json", issuer.jwks()),
        "tarn-database", passwords,
        "tarn-database-admin",
            Map.of("username", LocalDatabase.ADMINISTRATOR, "password", LocalDatabase.PASSWORD),
        "tarn-kafka", logins,
        "tarn-model-keys",
            Map.of(
                "signing-key.pem", pem("PRIVATE KEY", keys.getPrivate().getEncoded()),
                "public-key.pem", pem("PUBLIC KEY", keys.getPublic().getEncoded())),
        "tarn-scheduler-token", Map.of("token", schedulerToken),
        "tarn-agent-tokens",
            Map.of(LocalCluster.NODE + ".jwt", issuer.agentToken(LocalCluster.NODE)));
  }

  private static String pem(String label, byte[] encoded) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(label, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded));
  }

  private static Map<String, Map<String, String>> configs() {
    Map<String, Map<String, String>> configs = new HashMap<>();
    for (ConfigMap config : RENDERED.all(ConfigMap.class)) {
      configs.put(config.getMetadata().getName(), config.getData());
    }
    return configs;
  }

  /** Services by their names in the cluster, and their ports. */
  private static Map<String, String> addresses() {
    Map<String, String> addresses = new HashMap<>();
    addresses.put("jdbc:postgresql://postgres.example:5432/tarn", database.url());
    addresses.put("kafka-0.example:9093,kafka-1.example:9093", kafka.bootstrapServers());
    Map<String, String> ports = new HashMap<>();
    for (String component : SERVICES) {
      String port = Objects.requireNonNull(RENDERED.environment(component).get("SERVER_PORT"));
      String here = Integer.toString(LocalCluster.freePort());
      ports.put(port, here);
      addresses.put("http://live-tarn-" + component + ":" + port, "http://127.0.0.1:" + here);
    }
    List<String> agent = RENDERED.container("host-agent").getArgs();
    ports.put(
        agent.get(agent.indexOf("--control-port") + 1), Integer.toString(LocalCluster.freePort()));
    addresses.putAll(ports);
    return addresses;
  }
}
