package io.tarn.chassis.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka broker in a JVM of its own that keeps its data and port over {@link #kill}; for tests
 * that take the bus away. Takes some seconds to start: use {@link TestBus} for everything else.
 */
public final class RestartableBroker implements AutoCloseable {

  private static final String DATA = "data";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path directory;
  private final int port;
  private @Nullable Process process;

  private RestartableBroker(Path directory, int port) {
    this.directory = directory;
    this.port = port;
  }

  /**
   * Formats a broker and starts it.
   *
   * @param directory an empty directory for its data and log
   */
  public static RestartableBroker start(Path directory) throws IOException {
    int[] ports = freePorts();
    RestartableBroker broker = new RestartableBroker(directory, ports[0]);
    Files.writeString(broker.settings(), settings(directory, ports[0], ports[1]));
    broker.format();
    broker.start();
    return broker;
  }

  /** Where it answers, now or after the next {@link #start()}. */
  public String bootstrapServers() {
    return "127.0.0.1:" + port;
  }

  private void format() {
    try {
      new Formatter()
          .setClusterId(Uuid.randomUuid().toString())
          .setNodeId(1)
          .setDirectories(List.of(data().toString()))
          .setMetadataLogDirectory(data().toString())
          .setControllerListenerName("CONTROLLER")
          .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), true, UTF_8))
          .run();
    } catch (Exception e) {
      throw new IllegalStateException("the broker's directory cannot be formatted", e);
    }
  }

  /** Starts it again and waits until it answers. */
  public void start() throws IOException {
    process = java("kafka.Kafka", settings().toString());
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
      Awaitility.await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(200))
          .until(() -> answers(admin));
    }
  }

  /** Ends it at once, as {@code kill -9} does. */
  public void kill() {
    Process running = process;
    if (running != null) {
      running.destroyForcibly().onExit().join();
      process = null;
    }
  }

  @Override
  public void close() {
    kill();
  }

  private static boolean answers(Admin admin) throws InterruptedException {
    try {
      return !admin.describeCluster().nodes().get().isEmpty();
    } catch (ExecutionException e) {
      return false;
    }
  }

  private Process java(String... command) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")));
    words.addAll(List.of(command));
    return new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
        .start();
  }

  private Path settings() {
    return directory.resolve("server.properties");
  }

  private Path data() {
    return directory.resolve(DATA);
  }

  private Path log() {
    return directory.resolve("broker.log");
  }

  private static String settings(Path directory, int port, int controllerPort) {
    return String.join(
        "\n",
        "process.roles=broker,controller",
        "node.id=1",
        "controller.quorum.voters=1@127.0.0.1:" + controllerPort,
        "listeners=PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort,
        "controller.listener.names=CONTROLLER",
        "log.dirs=" + directory.resolve(DATA),
        "num.partitions=1",
        "offsets.topic.num.partitions=1",
        "offsets.topic.replication.factor=1",
        "transaction.state.log.replication.factor=1",
        "transaction.state.log.min.isr=1",
        "group.initial.rebalance.delay.ms=0",
        // after a kill, the broker that was is waited for so long before it may come back
        "broker.session.timeout.ms=1000",
        "broker.heartbeat.interval.ms=200",
        "");
  }

  private static int[] freePorts() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket one = new ServerSocket(0, 1, loopback);
        ServerSocket other = new ServerSocket(0, 1, loopback)) {
      return new int[] {one.getLocalPort(), other.getLocalPort()};
    }
  }
}
