package io.tarn.emulator.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tarn.emulator.fault.FaultSettings;
import io.tarn.emulator.journal.DeviceDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The emulator's HTTP server. */
public final class EmulatorServer implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(EmulatorServer.class.getName());
  // enough for a device that is slow on purpose beside others that are not
  private static final int THREADS = 32;
  private static final int STOP_SECONDS = 5;

  static {
    // The JDK's server reads these once: no delayed segments, no request that never ends, and room
    // for the kept-alive connections of many hosts.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.maxReqTime", "30");
    System.setProperty("sun.net.httpserver.maxRspTime", "30");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "2000");
  }

  private final HttpServer server;
  private final ExecutorService threads;
  private final Routes routes;
  private final Semaphore answering = new Semaphore(THREADS, true);

  private EmulatorServer(HttpServer server, ExecutorService threads, Routes routes) {
    this.server = server;
    this.threads = threads;
    this.routes = routes;
  }

  /**
   * Starts to answer.
   *
   * @param address port 0 for a free one
   * @param faults whether they may be ordered
   * @throws IOException when the address is taken
   */
  public static EmulatorServer start(
      InetSocketAddress address, DeviceDirectory devices, FaultSettings faults) throws IOException {
    DeviceResource resource = new DeviceResource(devices, faults.death());
    HttpServer server = HttpServer.create(address, 1024);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    EmulatorServer started =
        new EmulatorServer(
            server, threads, new Routes(resource, new FaultResource(resource, faults)));
    server.setExecutor(threads);
    server.createContext("/", started::handle);
    server.start();
    return started;
  }

  /** The port that it listens on. */
  public int port() {
    return server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    answering.acquireUninterruptibly();
    try (exchange) {
      Answer answer = answer(exchange);
      byte[] body = JsonBody.write(answer.body());
      boolean problem = answer.body() instanceof Problem;
      exchange
          .getResponseHeaders()
          .set("Content-Type", problem ? "application/problem+json" : "application/json");
      exchange.sendResponseHeaders(answer.status(), body.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    } finally {
      answering.release();
    }
  }

  private Answer answer(HttpExchange exchange) throws IOException {
    try {
      return routes.answer(Request.of(exchange));
    } catch (ProblemException e) {
      return Answer.refused(e.problem().at(exchange.getRequestURI().getPath()));
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "a request failed", e);
      return Answer.refused(Problem.of(500, "internal", "the emulator failed, see its log"));
    }
  }

  /** Lets requests that are being answered finish, for a few seconds, then stops. */
  @Override
  public void close() {
    boolean drained = false;
    try {
      drained = answering.tryAcquire(THREADS, STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!drained) {
      LOG.log(System.Logger.Level.WARNING, "stopping although a request is still being answered");
    }
    server.stop(0);
    threads.shutdown();
    if (drained) {
      answering.release(THREADS);
    }
  }
}
