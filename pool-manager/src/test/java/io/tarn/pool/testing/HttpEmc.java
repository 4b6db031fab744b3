package io.tarn.pool.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tarn.contracts.emc.DirtyView;
import io.tarn.contracts.emc.GenerationReply;
import io.tarn.contracts.emc.GenerationRequest;
import io.tarn.contracts.emc.MeantDevice;
import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.OwnerChangeReply;
import io.tarn.contracts.emc.OwnerChangeRequest;
import io.tarn.contracts.emc.ScrubReply;
import io.tarn.contracts.emc.ScrubRequest;
import io.tarn.contracts.emc.TableView;
import io.tarn.pool.device.DeviceException;
import io.tarn.pool.device.EmcDriver;
import io.tarn.pool.device.WrongDeviceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** EMCs in memory behind real HTTP, at {@code /v1/emcs/{poolId}}. */
public final class HttpEmc implements AutoCloseable {

  private static final String PREFIX = "/v1/emcs/";

  private final JsonMapper json = new JsonMapper();
  private final Map<String, InMemoryEmc> emcs = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;

  /** Starts the server on a port of loopback. */
  public HttpEmc() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext(PREFIX, this::handle);
    server.start();
  }

  /** Plugs an EMC in. */
  public InMemoryEmc plug(String poolId, int capacityGiB) {
    InMemoryEmc emc = new InMemoryEmc(capacityGiB);
    plug(poolId, emc);
    return emc;
  }

  /** Plugs a given EMC in. */
  public void plug(String poolId, InMemoryEmc emc) {
    emcs.put(poolId, emc);
  }

  /** Where an EMC answers. */
  public URI uri(String poolId) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + PREFIX + poolId);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String[] path = exchange.getRequestURI().getPath().substring(PREFIX.length()).split("/", 2);
    InMemoryEmc emc = emcs.get(path[0]);
    String meant = exchange.getRequestHeaders().getFirst(MeantDevice.HEADER);
    byte[] body = exchange.getRequestBody().readAllBytes();
    List<Integer> slices = slices(exchange.getRequestURI().getQuery());
    try {
      if (emc == null) {
        exchange.sendResponseHeaders(404, -1);
      } else {
        EmcDriver driver = emc.meantFor(meant == null ? null : UUID.fromString(meant));
        send(exchange, 200, answer(emc, driver, path[1], slices, body));
      }
    } catch (WrongDeviceException e) {
      String said = String.valueOf(e.getMessage());
      send(exchange, 409, Map.of("code", MeantDevice.REFUSAL, "detail", said));
    } catch (DeviceException e) {
      exchange.sendResponseHeaders(500, -1);
    } finally {
      exchange.close();
    }
  }

  private void send(HttpExchange exchange, int status, Object answer) throws IOException {
    byte[] bytes = json.writeValueAsBytes(answer);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** The slices that a query names; empty when it names none. */
  private static List<Integer> slices(@Nullable String query) {
    return query == null
        ? List.of()
        : Stream.of(query.substring("slices=".length()).split(",", -1))
            .map(Integer::valueOf)
            .toList();
  }

  private Object answer(
      InMemoryEmc emc, EmcDriver driver, String what, List<Integer> slices, byte[] body) {
    if ("table".equals(what)) {
      TableView table = driver.readTable();
      return slices.isEmpty()
          ? table
          : new TableView(
              table.deviceId(), table.capacityGiB(), table.highestEpoch(), driver.readBack(slices));
    }
    if ("dirty".equals(what)) {
      return new DirtyView(
          driver.readDirty(slices).entrySet().stream()
              .map(entry -> new DirtyView.DirtySlice(entry.getKey(), entry.getValue()))
              .toList());
    }
    if ("owners".equals(what)) {
      List<OwnerChange> changes = json.readValue(body, OwnerChangeRequest.class).changes();
      driver.compareAndSetOwners(changes);
      // what an EMC says is not believed, so this one says the same whatever it did
      return new OwnerChangeReply(
          changes.stream()
              .map(
                  change ->
                      new OwnerChangeReply.Result(
                          OwnerChangeReply.Outcome.CHANGED, emc.entry(change.slice())))
              .toList());
    }
    if ("scrub".equals(what)) {
      ScrubRequest request = json.readValue(body, ScrubRequest.class);
      return new ScrubReply(List.copyOf(driver.scrub(request.epoch(), request.entries())));
    }
    if ("generations".equals(what)) {
      GenerationRequest request = json.readValue(body, GenerationRequest.class);
      driver.raiseGenerations(request.epoch(), request.floors());
      return new GenerationReply(
          request.floors().stream().map(floor -> emc.entry(floor.slice())).toList());
    }
    throw new IllegalArgumentException("there is no " + what);
  }
}
