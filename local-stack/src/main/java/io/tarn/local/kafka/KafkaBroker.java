package io.tarn.local.kafka;

import io.tarn.local.home.CannotStart;
import io.tarn.local.process.Launcher;
import io.tarn.local.process.Logs;
import io.tarn.local.process.ProcessSpec;
import io.tarn.local.process.Programs;
import io.tarn.local.process.StopSignal;
import io.tarn.local.supervise.Service;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.Uuid;

/**
 * A Kafka broker on the loopback address in a JVM of its own, broker and controller in one. Its
 * data survives being stopped, killed and started again.
 */
public final class KafkaBroker {

  /** Its name in the stack. */
  public static final String NAME = "kafka";

  /** The name of its controller's port. */
  public static final String CONTROLLER = "kafka-controller";

  private final String libraries;
  private final Path folder;
  private final Path log;
  private final int port;
  private final int controllerPort;

  /**
   * @param libraries class path with the broker on it
   * @param folder where data and settings are kept
   * @param log where its output goes
   * @param port where it shall listen
   * @param controllerPort where its controller shall listen
   */
  public KafkaBroker(String libraries, Path folder, Path log, int port, int controllerPort) {
    this.libraries = libraries;
    this.folder = folder;
    this.log = log;
    this.port = port;
    this.controllerPort = controllerPort;
  }

  /** Where clients find it. */
  public String bootstrapServers() {
    return "127.0.0.1:" + port;
  }

  /**
   * Writes the settings and formats the data folder, unless that was done before.
   *
   * @throws CannotStart when the folder cannot be formatted
   */
  public void prepare() throws CannotStart, InterruptedException {
    try {
      Files.createDirectories(folder);
      Files.write(settings(), lines());
      try (InputStream resource = KafkaBroker.class.getResourceAsStream("logback-broker.xml")) {
        Files.copy(
            Objects.requireNonNull(resource), logging(), StandardCopyOption.REPLACE_EXISTING);
      }
      if (!Files.exists(data().resolve("meta.properties"))) {
        format();
      }
    } catch (IOException e) {
      throw new CannotStart("Kafka's data cannot be made: " + e, e);
    }
  }

  /** How to keep it running. */
  public Service service() {
    List<String> command = java("-Xmx256m", "-Xms128m");
    command.addAll(List.of("kafka.Kafka", settings().toString()));
    return new Service(
        new ProcessSpec(NAME, command, Map.of(), log, StopSignal.TERM),
        port,
        () -> BrokerProbe.answers(bootstrapServers()),
        true);
  }

  private void format() throws IOException, CannotStart, InterruptedException {
    List<String> command = java("-Xmx128m", "-XX:TieredStopAtLevel=1");
    command.addAll(
        List.of(
            "kafka.tools.StorageTool",
            "format",
            "--ignore-formatted",
            "--cluster-id",
            Uuid.randomUuid().toString(),
            "--config",
            settings().toString()));
    int code =
        Launcher.run(new ProcessSpec("kafka-format", command, Map.of(), log, StopSignal.TERM));
    if (code != 0) {
      throw new CannotStart(
          "Kafka's data folder cannot be formatted (code "
              + code
              + "). The end of "
              + log
              + ":\n    "
              + String.join("\n    ", Logs.tail(log, 8)));
    }
  }

  private List<String> java(String... flags) {
    List<String> command = new ArrayList<>();
    command.add(Programs.java());
    command.addAll(List.of(flags));
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-Dlogback.configurationFile=" + logging(),
            "-cp",
            libraries));
    return command;
  }

  private Path settings() {
    return folder.resolve("broker.properties");
  }

  private Path logging() {
    return folder.resolve("logback.xml");
  }

  private Path data() {
    return folder.resolve("data");
  }

  private List<String> lines() {
    return List.of(
        "process.roles=broker,controller",
        "node.id=1",
        "controller.quorum.voters=1@127.0.0.1:" + controllerPort,
        "listeners=PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort,
        "advertised.listeners=PLAINTEXT://127.0.0.1:" + port,
        "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
        "controller.listener.names=CONTROLLER",
        "inter.broker.listener.name=PLAINTEXT",
        "log.dirs=" + data(),
        "auto.create.topics.enable=false",
        "num.partitions=4",
        "default.replication.factor=1",
        "min.insync.replicas=1",
        "offsets.topic.replication.factor=1",
        "offsets.topic.num.partitions=4",
        "transaction.state.log.replication.factor=1",
        "transaction.state.log.min.isr=1",
        "transaction.state.log.num.partitions=4",
        "share.coordinator.state.topic.replication.factor=1",
        "share.coordinator.state.topic.min.isr=1",
        "group.initial.rebalance.delay.ms=0",
        "log.segment.bytes=67108864",
        "num.network.threads=2",
        "num.io.threads=4",
        // a killed broker is let back in only when its old session has run out
        "broker.heartbeat.interval.ms=400",
        "broker.session.timeout.ms=2000");
  }
}
