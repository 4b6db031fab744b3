package io.tarn.agent.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tarn.agent.host.HostStatus;
import io.tarn.agent.host.SimulatedHost;
import io.tarn.contracts.InvalidField;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * A loopback port through which simulated hosts are looked at and rebooted. For tests and the local
 * stack; a real agent has no such thing.
 */
public final class ControlServer implements AutoCloseable {

  private static final int ANSWER_SECONDS = 10;
  private static final int MOST_BODY = 1 << 12;
  private static final String CLOCK = "/v1/clock";
  private static final String CLOCK_ORDERS =
      "accepted: {\"nowMillis\": N}, milliseconds since 1970, or {\"goesByItself\": true}";

  static {
    // Read once by the JDK's server: answers are small and must not wait for a delayed ack.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  /** All hosts. */
  record HostList(List<HostStatus> hosts) {}

  /** A refusal, RFC 9457. */
  record Problem(String type, String title, int status, String detail, String code) {}

  /** What the clock shall do; one of the two. */
  private record ClockOrder(@Nullable Long nowMillis, @Nullable Boolean goesByItself) {}

  private record Answer(int status, Object body) {}

  private final HttpServer server;
  private final ExecutorService threads;
  private final Map<String, SimulatedHost> hosts;
  private final @Nullable ProbeControl probes;

  private ControlServer(
      HttpServer server,
      ExecutorService threads,
      Map<String, SimulatedHost> hosts,
      @Nullable ProbeControl probes) {
    this.server = server;
    this.threads = threads;
    this.hosts = hosts;
    this.probes = probes;
  }

  /**
   * Starts to answer on loopback.
   *
   * @param port 0 for a free one
   * @param hosts what is shown
   * @param probes their telemetry; {@code null} when there is none
   * @throws IOException when the port is taken
   */
  public static ControlServer start(
      int port, List<SimulatedHost> hosts, @Nullable ProbeControl probes) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 64);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    Map<String, SimulatedHost> byId = new TreeMap<>();
    hosts.forEach(host -> byId.put(host.hostId(), host));
    ControlServer control = new ControlServer(server, threads, byId, probes);
    server.setExecutor(threads);
    server.createContext("/", control::handle);
    server.start();
    return control;
  }

  /** The port that it listens on. */
  public int port() {
    return server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      Answer answer =
          path.equals(CLOCK)
              ? clock(exchange.getRequestMethod(), exchange.getRequestBody())
              : answer(exchange.getRequestMethod(), path);
      byte[] body = Json.write(answer.body());
      boolean problem = answer.body() instanceof Problem;
      exchange
          .getResponseHeaders()
          .set("Content-Type", problem ? "application/problem+json" : "application/json");
      exchange.sendResponseHeaders(answer.status(), body.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }
  }

  private Answer clock(String method, InputStream body) throws IOException {
    if (probes == null) {
      return refused(404, "not-found", "this agent sends no telemetry");
    }
    if (method.equals("GET")) {
      return new Answer(200, probes.look());
    }
    if (!method.equals("POST")) {
      return refused(405, "method-not-allowed", method + " is not offered, accepted: GET, POST");
    }
    try {
      return obey(probes, Json.readStrictly(body.readNBytes(MOST_BODY), ClockOrder.class));
    } catch (JacksonException e) {
      return refused(400, "invalid-request", e.getOriginalMessage() + "; " + CLOCK_ORDERS);
    } catch (InvalidField e) {
      return refused(400, "invalid-request", String.valueOf(e.getMessage()));
    } catch (UnsupportedOperationException e) {
      return refused(409, "clock-not-stepped", "the clock goes by itself");
    } catch (IOException | TimeoutException e) {
      return refused(503, "dependency-unavailable", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return refused(503, "dependency-unavailable", "the agent is stopping");
    }
  }

  private static Answer obey(ProbeControl probes, ClockOrder order)
      throws IOException, InterruptedException, TimeoutException {
    Long nowMillis = order.nowMillis();
    Boolean goesByItself = order.goesByItself();
    if (nowMillis != null && goesByItself == null) {
      return new Answer(200, probes.moveTo(nowMillis));
    }
    if (nowMillis == null && Boolean.TRUE.equals(goesByItself)) {
      return new Answer(200, probes.letGo());
    }
    return refused(400, "invalid-request", CLOCK_ORDERS);
  }

  private Answer answer(String method, String path) {
    List<String> segments = List.of(path.substring(1).split("/", -1));
    boolean reboot = segments.size() == 4 && segments.get(3).equals("reboot");
    String offered = reboot ? "POST" : "GET";
    boolean known =
        path.equals("/healthz")
            || path.equals("/v1/hosts")
            || ((segments.size() == 3 || reboot) && path.startsWith("/v1/hosts/"));
    if (!known) {
      return refused(404, "not-found", "no such path");
    }
    if (!method.equals(offered)) {
      return refused(405, "method-not-allowed", method + " is not offered, accepted: " + offered);
    }
    if (path.equals("/healthz")) {
      return new Answer(200, Map.of("status", "UP", "hosts", hosts.size()));
    }
    return path.equals("/v1/hosts") ? allHosts() : oneHost(segments.get(2), reboot);
  }

  private Answer allHosts() {
    List<CompletableFuture<HostStatus>> asked =
        hosts.values().stream().map(SimulatedHost::status).toList();
    List<HostStatus> statuses = new ArrayList<>();
    for (CompletableFuture<HostStatus> status : asked) {
      HostStatus known = await(status);
      if (known == null) {
        return refused(503, "dependency-unavailable", "a host does not answer");
      }
      statuses.add(known);
    }
    return new Answer(200, new HostList(statuses));
  }

  private Answer oneHost(String hostId, boolean reboot) {
    SimulatedHost host = hosts.get(hostId);
    if (host == null) {
      return refused(404, "not-found", "no host " + hostId + " is simulated here");
    }
    HostStatus status = await(reboot ? host.reboot() : host.status());
    return status == null
        ? refused(503, "dependency-unavailable", "host " + hostId + " does not answer")
        : new Answer(200, status);
  }

  private static @Nullable HostStatus await(CompletableFuture<HostStatus> status) {
    try {
      return status.get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private static Answer refused(int status, String code, String detail) {
    return new Answer(
        status,
        new Problem("urn:tarn:problem:" + code, code.replace('-', ' '), status, detail, code));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdown();
  }
}
