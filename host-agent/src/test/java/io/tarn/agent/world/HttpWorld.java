package io.tarn.agent.world;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tarn.agent.feed.Reply;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.contracts.pool.AckRequest;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.CommandPage;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.SliceRef;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/** A pool manager for several hosts and an EMC, over real HTTP. */
public final class HttpWorld implements AutoCloseable {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  static {
    // as ControlServer, which comes too late for it here: the JDK reads it with the first server
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, InMemoryPoolManager> managers = new ConcurrentHashMap<>();
  private final Map<Integer, TableEntry> entries = new ConcurrentHashMap<>();
  private final Map<String, String> authorizations = new ConcurrentHashMap<>();

  /** Starts on a free port. */
  public HttpWorld() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    server.setExecutor(threads);
    server.createContext("/v1/hosts/", this::host);
    server.createContext("/v1/emcs/p1", this::emc);
    server.start();
  }

  public URI uri() {
    return URI.create("http://localhost:" + server.getAddress().getPort());
  }

  public InMemoryPoolManager manager(String hostId) {
    return managers.computeIfAbsent(hostId, id -> new InMemoryPoolManager());
  }

  public void setOwner(int slice, int port, long generation) {
    entries.put(slice, new TableEntry(slice, port, generation));
  }

  /** The Authorization header that a host sent last. */
  public Map<String, String> authorizations() {
    return Map.copyOf(authorizations);
  }

  /** Issues a command of pool p1. */
  public void issue(String hostId, HostCommand.Kind kind, SliceRef... refs) {
    InMemoryPoolManager manager = manager(hostId);
    synchronized (manager) {
      manager.issue(kind, "p1", refs);
    }
  }

  private void host(HttpExchange exchange) throws IOException {
    String[] path = exchange.getRequestURI().getPath().split("/", -1);
    String hostId = path[3];
    authorizations.put(
        hostId, String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
    byte[] body = exchange.getRequestBody().readAllBytes();
    InMemoryPoolManager manager = manager(hostId);
    CompletableFuture<? extends Reply<?>> reply;
    synchronized (manager) {
      reply =
          switch (path[4]) {
            case "boot" -> manager.reportBoot(hostId, JSON.readValue(body, BootReport.class));
            case "acks" -> manager.acknowledge(hostId, JSON.readValue(body, AckRequest.class));
            default -> commands(manager, exchange.getRequestURI().getQuery());
          };
    }
    Reply<?> settled = reply.join();
    if (settled instanceof Reply.Ok<?> ok) {
      answer(exchange, 200, ok.body());
    } else if (settled instanceof Reply.Superseded<?> newer) {
      answer(exchange, 409, Map.of("code", "boot-superseded", "detail", newer.detail()));
    } else {
      int status = settled instanceof Reply.NotWired<?> ? 404 : 503;
      answer(exchange, status, Map.of("code", "told-so"));
    }
  }

  private CompletableFuture<Reply<CommandPage>> commands(
      InMemoryPoolManager manager, String query) {
    long after = Long.parseLong(query.replaceAll(".*after=([0-9]+).*", "$1"));
    long wait = Long.parseLong(query.replaceAll(".*waitMillis=([0-9]+).*", "$1"));
    CompletableFuture<Reply<CommandPage>> page =
        manager.commands("", after, Duration.ofMillis(wait)).thenApply(this::withReachableEmc);
    return page.completeOnTimeout(
        new Reply.Ok<>(new CommandPage(List.of(), after)), wait, TimeUnit.MILLISECONDS);
  }

  private Reply<CommandPage> withReachableEmc(Reply<CommandPage> reply) {
    if (!(reply instanceof Reply.Ok<CommandPage> ok)) {
      return reply;
    }
    List<HostCommand> commands = new ArrayList<>();
    for (HostCommand command : ok.body().commands()) {
      commands.add(
          new HostCommand(
              command.sequence(),
              command.kind(),
              command.grantId(),
              command.poolId(),
              URI.create(uri() + "/v1/emcs/p1"),
              command.port(),
              command.slices(),
              command.operation()));
    }
    return new Reply.Ok<>(new CommandPage(commands, ok.body().next()));
  }

  private void emc(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (path.endsWith("/table")) {
      answer(exchange, 200, new TableView(new UUID(0, 1), 64, 1, List.copyOf(entries.values())));
    } else {
      int slice = Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
      answer(exchange, 200, entries.getOrDefault(slice, new TableEntry(slice, null, 0)));
    }
  }

  private static void answer(HttpExchange exchange, int status, Object body) throws IOException {
    try (exchange) {
      byte[] bytes = JSON.writeValueAsBytes(body);
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
