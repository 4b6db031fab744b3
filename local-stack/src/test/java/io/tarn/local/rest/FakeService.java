package io.tarn.local.rest;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A service that answers as a test says. */
public final class FakeService implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private FakeService(HttpServer server) {
    this.server = server;
  }

  /** Starts it on a free port. */
  public static FakeService start(Behaviour behaviour) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    FakeService service = new FakeService(server);
    server.setExecutor(service.threads);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            Answer answer = behaviour.answer(call(exchange));
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
          }
        });
    server.start();
    return service;
  }

  /** Its base URI. */
  public String base() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private static Call call(HttpExchange exchange) throws IOException {
    return new Call(
        exchange.getRequestMethod(),
        exchange.getRequestURI().toString(),
        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
        String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
  }

  /** What was asked. */
  public record Call(String method, String path, String body, String authorization) {}

  /** What is answered. */
  public record Answer(int status, String body) {}

  /** Answers calls. */
  public interface Behaviour {
    /** The answer to a call; an exception breaks the connection. */
    Answer answer(Call call) throws IOException;
  }
}
