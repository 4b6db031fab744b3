package io.tarn.scheduler.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.PoolPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A pool manager over real HTTP that can be slow, broken or away when told so. */
public final class TestPoolManager implements AutoCloseable {

  /** How it behaves. */
  public enum Mood {
    /** As it should. */
    WELL,
    /** Commits, but does not answer before {@link #calm}. */
    COMMITS_LATE_ANSWER,
    /** Neither commits nor answers before {@link #calm}. */
    LATE_COMMIT,
    /** Answers 503 to everything about grants. */
    BROKEN,
    /** Answers 503 to everything. */
    WHOLLY_BROKEN
  }

  private static final int LONGEST_DELAY_SECONDS = 20;

  private final JsonMapper json = JsonMapper.builder().build();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Queue<String> calls = new ConcurrentLinkedQueue<>();
  private final TestPools pools = new TestPools();
  private final AtomicInteger poolReads = new AtomicInteger();
  private final int port;
  private @Nullable HttpServer server;
  private volatile Mood mood = Mood.WELL;
  private volatile CountDownLatch calmed = new CountDownLatch(0);

  private TestPoolManager(HttpServer server) {
    this.server = server;
    this.port = server.getAddress().getPort();
  }

  /** Starts one without pools. */
  public static TestPoolManager start() {
    TestPoolManager manager = new TestPoolManager(bind(0));
    manager.serve();
    return manager;
  }

  /** Its base. */
  public String url() {
    return "http://127.0.0.1:" + port;
  }

  /** Where it listens, on loopback. */
  public int port() {
    return port;
  }

  /** What it holds. */
  public TestPools pools() {
    return pools;
  }

  /** Changes how it behaves from the next call on. */
  public void be(Mood next) {
    calmed = new CountDownLatch(1);
    mood = next;
  }

  /** Behaves again; calls that were held go on. */
  public void calm() {
    mood = Mood.WELL;
    calmed.countDown();
  }

  /** Stops answering: connections are refused until {@link #comeBack}. */
  public void goAway() {
    HttpServer running = server;
    if (running != null) {
      running.stop(0);
    }
    server = null;
  }

  /** Answers again at the same port. */
  public void comeBack() {
    server = bind(port);
    serve();
  }

  /** Calls about grants so far, as {@code METHOD grantId}. */
  public List<String> calls() {
    return List.copyOf(calls);
  }

  /** How often the pools were read. */
  public int poolReads() {
    return poolReads.get();
  }

  @Override
  public void close() {
    calm();
    goAway();
    threads.shutdownNow();
  }

  private static HttpServer bind(int port) {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve() {
    HttpServer running = server;
    if (running == null) {
      throw new IllegalStateException("away");
    }
    running.createContext("/v1/grants/", this::grants);
    running.createContext("/v1/pools", this::listPools);
    running.setExecutor(threads);
    running.start();
  }

  private void listPools(HttpExchange exchange) throws IOException {
    poolReads.incrementAndGet();
    if (mood == Mood.WHOLLY_BROKEN) {
      send(exchange, TestPools.Answer.problem(503, "dependency-unavailable", Map.of()));
      return;
    }
    send(exchange, new TestPools.Answer(200, new PoolPage(List.copyOf(pools.views()), null)));
  }

  private void grants(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    GrantId id = GrantId.parse(path.substring(path.lastIndexOf('/') + 1));
    calls.add(exchange.getRequestMethod() + " " + id);
    byte[] body = exchange.getRequestBody().readAllBytes();
    Mood now = mood;
    if (now == Mood.BROKEN || now == Mood.WHOLLY_BROKEN) {
      send(exchange, TestPools.Answer.problem(503, "dependency-unavailable", Map.of()));
      return;
    }
    if (now == Mood.LATE_COMMIT) {
      awaitCalm();
    }
    TestPools.Answer answer =
        switch (exchange.getRequestMethod()) {
          case "PUT" -> pools.put(id, json.readValue(body, GrantRequest.class));
          case "DELETE" -> pools.delete(id);
          default -> pools.get(id);
        };
    if (now == Mood.COMMITS_LATE_ANSWER) {
      awaitCalm();
    }
    send(exchange, answer);
  }

  private void awaitCalm() {
    try {
      if (!calmed.await(LONGEST_DELAY_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("never calmed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void send(HttpExchange exchange, TestPools.Answer answer) throws IOException {
    byte[] body = json.writeValueAsBytes(answer.body());
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    try (exchange) {
      exchange.sendResponseHeaders(answer.status(), body.length);
      exchange.getResponseBody().write(body);
    } catch (IOException e) {
      // whoever asked has gone
      exchange.close();
    }
  }
}
