package io.tarn.chart;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AclBinding;
import org.awaitility.Awaitility;

/**
 * A Kafka broker in a JVM of its own that lets clients in only with their login (SCRAM-SHA-512) and
 * lets them do only what it was told; whoever makes it comes in by another door.
 */
final class LocalKafka implements AutoCloseable {

  private static final short ONE = 1;
  private static final int PARTITIONS = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final int clients;
  private final int inside;
  private final Process process;

  private LocalKafka(int clients, int inside, Process process) {
    this.clients = clients;
    this.inside = inside;
    this.process = process;
  }

  /**
   * Formats one and starts it.
   *
   * @param folder of its data
   * @param principals who may sign in
   */
  static LocalKafka start(Path folder, List<String> principals) throws IOException {
    int clients = LocalCluster.freePort();
    int inside = LocalCluster.freePort();
    Path settings = folder.resolve("broker.properties");
    LocalCluster.write(settings, lines(folder, clients, inside, LocalCluster.freePort()));
    List<String> format =
        new ArrayList<>(
            List.of(
                "kafka.tools.StorageTool",
                "format",
                "--config",
                settings.toString(),
                "--cluster-id",
                Uuid.randomUuid().toString()));
    for (String principal : principals) {
      format.add("--add-scram");
      format.add("SCRAM-SHA-512=[name=%s,password=%s]".formatted(principal, password(principal)));
    }
    Process formatted = java(folder, format);
    if (!LocalPod.ends(formatted, PATIENCE.toSeconds()) || formatted.exitValue() != 0) {
      throw new AssertionError("Kafka's folder cannot be formatted, see " + folder);
    }
    Process process = java(folder, List.of("kafka.Kafka", settings.toString()));
    return new LocalKafka(clients, inside, process);
  }

  /** What {@code sasl.jaas.config} is for one of the principals. */
  static String login(String principal) {
    return "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"%s\" password=\"%s\";"
        .formatted(principal, password(principal));
  }

  private static String password(String principal) {
    return "secret-of-" + principal;
  }

  /** Where clients find it. */
  String bootstrapServers() {
    return "127.0.0.1:" + clients;
  }

  /** Waits until it answers, makes topics, and lets the principals do what is named. */
  void prepare(Collection<String> topics, Collection<AclBinding> allowed)
      throws InterruptedException, ExecutionException {
    Awaitility.await().atMost(PATIENCE).until(this::answers);
    try (Admin admin = admin()) {
      admin
          .createTopics(topics.stream().map(name -> new NewTopic(name, PARTITIONS, ONE)).toList())
          .all()
          .get();
      admin.createAcls(allowed).all().get();
    }
  }

  private boolean answers() throws InterruptedException {
    try (Admin admin = admin()) {
      return admin.describeCluster().nodes().get().size() == 1;
    } catch (ExecutionException e) {
      return false;
    }
  }

  private Admin admin() {
    return Admin.create(
        Map.of(
            "bootstrap.servers", "127.0.0.1:" + inside,
            "request.timeout.ms", 5_000,
            "default.api.timeout.ms", 10_000));
  }

  private static Process java(Path folder, List<String> arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                LocalCluster.java(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                LocalCluster.libraries()));
    command.addAll(arguments);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("broker.log").toFile()))
        .start();
  }

  private static String lines(Path folder, int clients, int inside, int controller) {
    return """
    process.roles=broker,controller
    node.id=1
    controller.quorum.voters=1@127.0.0.1:%3$d
    listeners=CLIENTS://127.0.0.1:%1$d,INSIDE://127.0.0.1:%2$d,CONTROLLER://127.0.0.1:%3$d
    advertised.listeners=CLIENTS://127.0.0.1:%1$d,INSIDE://127.0.0.1:%2$d
    listener.security.protocol.map=CLIENTS:SASL_PLAINTEXT,INSIDE:PLAINTEXT,CONTROLLER:PLAINTEXT
    controller.listener.names=CONTROLLER
    inter.broker.listener.name=INSIDE
    sasl.enabled.mechanisms=SCRAM-SHA-512
    listener.name.clients.scram-sha-512.sasl.jaas.config=\
    org.apache.kafka.common.security.scram.ScramLoginModule required;
    authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
    super.users=User:ANONYMOUS
    auto.create.topics.enable=false
    log.dirs=%4$s
    offsets.topic.replication.factor=1
    offsets.topic.num.partitions=1
    transaction.state.log.replication.factor=1
    transaction.state.log.min.isr=1
    group.initial.rebalance.delay.ms=0
    """
        .formatted(clients, inside, controller, folder.resolve("data"));
  }

  @Override
  public void close() {
    process.destroy();
    if (!LocalPod.ends(process, PATIENCE.toSeconds())) {
      process.destroyForcibly();
    }
  }
}
