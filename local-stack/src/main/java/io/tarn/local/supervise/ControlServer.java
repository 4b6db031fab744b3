package io.tarn.local.supervise;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tarn.local.home.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Takes orders for a stack on a loopback port: {@code GET /status}, {@code POST /restart/SERVICE},
 * {@code POST /stop}. Who cannot read the control file does not know the token.
 */
public final class ControlServer implements AutoCloseable {

  private static final int TOKEN_BYTES = 24;
  private static final String RESTART = "/restart/";

  private final Path file;
  private final HttpServer server;
  private final ExecutorService threads;

  private ControlServer(Path file, HttpServer server, ExecutorService threads) {
    this.file = file;
    this.server = server;
    this.threads = threads;
  }

  /**
   * Starts to listen and writes the control file.
   *
   * @param file the control file
   * @param status what to say
   * @param restart restarts a service, gives the processes concerned
   * @param stop stops the stack; called on a thread of its own, after the answer
   */
  public static ControlServer start(
      Path file,
      Supplier<StatusReport> status,
      Function<String, List<String>> restart,
      Runnable stop)
      throws IOException {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    String token = HexFormat.of().formatHex(random);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ExecutorService threads =
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, "control");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            if (!allowed(exchange, token)) {
              answer(exchange, 401, "the token is wrong");
            } else {
              serve(exchange, status, restart, stop, threads);
            }
          }
        });
    server.start();
    long pid = ProcessHandle.current().pid();
    Json.writeSecret(file, new Control(pid, server.getAddress().getPort(), token));
    return new ControlServer(file, server, threads);
  }

  private static void serve(
      HttpExchange exchange,
      Supplier<StatusReport> status,
      Function<String, List<String>> restart,
      Runnable stop,
      ExecutorService threads)
      throws IOException {
    String order = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
    if (order.equals("GET /status")) {
      answer(exchange, 200, status.get());
    } else if (order.startsWith("POST " + RESTART)) {
      List<String> restarted = restart.apply(order.substring(("POST " + RESTART).length()));
      answer(exchange, restarted.isEmpty() ? 404 : 200, restarted);
    } else if (order.equals("POST /stop")) {
      answer(exchange, 202, "stopping");
      threads.execute(stop);
    } else {
      answer(exchange, 404, "no such order");
    }
  }

  private static boolean allowed(HttpExchange exchange, String token) {
    String given = exchange.getRequestHeaders().getFirst("Authorization");
    return given != null && MessageDigest.isEqual(bytes(given), bytes("Bearer " + token));
  }

  private static void answer(HttpExchange exchange, int status, Object body) throws IOException {
    byte[] bytes = bytes(Json.text(body));
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
    server.stop(0);
    threads.shutdown();
  }
}
