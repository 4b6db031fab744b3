package io.tarn.chart;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Probe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** A pod's only container, running as a process of this machine. */
final class LocalPod implements AutoCloseable {

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Duration CALL = Duration.ofSeconds(10);
  private static final int SHOWN_LINES = 40;
  private static final long USUAL_GRACE = 30L;
  private static final Pattern REFUSAL =
      Pattern.compile("(Authorization|Authentication)Exception|[Nn]ot authorized");

  private final Workload workload;
  private final Map<String, String> addresses;
  private final Path log;
  private final Process process;

  private LocalPod(Workload workload, Map<String, String> addresses, Path log, Process process) {
    this.workload = workload;
    this.addresses = addresses;
    this.log = log;
    this.process = process;
  }

  /** Starts one. */
  static LocalPod start(Workload workload, LocalCluster cluster) {
    Path log = cluster.folder().resolve(workload.component() + ".log");
    try {
      Process process =
          cluster.process(workload).redirectErrorStream(true).redirectOutput(log.toFile()).start();
      return new LocalPod(workload, cluster.addresses(), log, process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The exit code.
   *
   * @throws AssertionError when it does not end in time
   */
  int end(Duration patience) {
    if (!ends(process, patience.toSeconds())) {
      throw new AssertionError(workload.name() + " runs on: " + said());
    }
    return process.exitValue();
  }

  /** Waits as long as Kubernetes would until a probe succeeds. */
  void await(Probe probe) {
    Duration patience =
        Duration.ofSeconds((long) probe.getPeriodSeconds() * probe.getFailureThreshold());
    Awaitility.await()
        .alias(workload.name() + " " + address(probe))
        .atMost(patience)
        .pollInterval(Duration.ofMillis(250))
        .conditionEvaluationListener(
            condition -> {
              if (!process.isAlive()) {
                throw new AssertionError(
                    workload.name() + " ended with " + process.exitValue() + ": " + said());
              }
            })
        .until(() -> succeeds(probe));
  }

  /** Whether a probe as it is rendered gets the answer that Kubernetes takes for yes. */
  boolean succeeds(Probe probe) throws InterruptedException {
    try {
      int status = get(address(probe), "").statusCode();
      return status >= 200 && status < 400;
    } catch (IOException e) {
      return false;
    }
  }

  private URI address(Probe probe) {
    if (probe.getHttpGet() != null) {
      return uri(probe.getHttpGet().getPort().getStrVal(), probe.getHttpGet().getPath());
    }
    List<String> command = probe.getExec().getCommand();
    return URI.create(LocalCluster.local(command.get(command.size() - 1), addresses));
  }

  /** Asks a path of a named port. */
  HttpResponse<String> get(String port, String path, String token)
      throws IOException, InterruptedException {
    return get(uri(port, path), token);
  }

  /** Asks another path of the address that a probe asks. */
  HttpResponse<String> get(Probe probe, String path) throws IOException, InterruptedException {
    return get(address(probe).resolve(path), "");
  }

  /** Sends JSON to a path of a named port. */
  HttpResponse<String> send(String method, String port, String path, String token, String body)
      throws IOException, InterruptedException {
    return HTTP.send(
        request(uri(port, path), token)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private HttpResponse<String> get(URI uri, String token) throws IOException, InterruptedException {
    return HTTP.send(request(uri, token).build(), BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(URI uri, String token) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(CALL);
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  private URI uri(String port, String path) {
    ContainerPort named =
        workload.container().getPorts().stream()
            .filter(p -> p.getName().equals(port))
            .findFirst()
            .orElseThrow(() -> new AssertionError(workload.name() + " has no port " + port));
    return URI.create(
        LocalCluster.local("http://127.0.0.1:" + named.getContainerPort() + path, addresses));
  }

  Workload workload() {
    return workload;
  }

  /** The last lines of its log. */
  String said() {
    List<String> lines = lines();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
  }

  /** What it was refused by others, as its log tells. */
  List<String> refusals() {
    return lines().stream().filter(line -> REFUSAL.matcher(line).find()).toList();
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a process ends within some seconds. */
  static boolean ends(Process process, long seconds) {
    return process
        .onExit()
        .thenApply(ended -> true)
        .completeOnTimeout(false, seconds, TimeUnit.SECONDS)
        .join();
  }

  /** Tells it to end. */
  void terminate() {
    process.destroy();
  }

  /**
   * Ends it as Kubernetes does.
   *
   * @throws AssertionError when it outstays its grace and is killed
   */
  @Override
  public void close() {
    terminate();
    Long grace = workload.pod().getTerminationGracePeriodSeconds();
    if (!ends(process, Objects.requireNonNullElse(grace, USUAL_GRACE))) {
      process.destroyForcibly();
      throw new AssertionError(workload.name() + " outstays its grace: " + said());
    }
  }
}
