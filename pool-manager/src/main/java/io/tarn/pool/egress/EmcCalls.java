package io.tarn.pool.egress;

import io.tarn.contracts.emc.MeantDevice;
import io.tarn.pool.device.DeviceException;
import io.tarn.pool.device.WrongDeviceException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls of one EMC, each bounded in time as a whole, and meant for one device if that is known. */
final class EmcCalls {

  private static final int CONFLICT = 409;

  private final HttpClient http;
  private final JsonMapper json;
  private final URI emc;
  private final @Nullable UUID deviceId;
  private final Duration timeout;

  /**
   * @param emc calls append to it
   * @param deviceId the device that they are meant for; {@code null} for whichever answers
   * @param timeout for a whole call
   */
  EmcCalls(HttpClient http, JsonMapper json, URI emc, @Nullable UUID deviceId, Duration timeout) {
    this.http = http;
    this.json = json;
    this.emc = emc;
    this.deviceId = deviceId;
    this.timeout = timeout;
  }

  <T> T get(String path, Class<T> answer) {
    return call(request(path).GET().build(), answer);
  }

  <T> T post(String path, Object body, Class<T> answer) {
    HttpRequest.BodyPublisher bytes =
        HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(body));
    return call(
        request(path).header("Content-Type", "application/json").POST(bytes).build(), answer);
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(emc + path)).timeout(timeout);
    return deviceId == null ? request : request.header(MeantDevice.HEADER, deviceId.toString());
  }

  private <T> T call(HttpRequest request, Class<T> answer) {
    HttpResponse<String> response = send(request);
    if (response.statusCode() == CONFLICT) {
      checkDevice(response.body());
    }
    if (response.statusCode() != 200) {
      throw new DeviceException(
          request.uri() + " answered " + response.statusCode() + ": " + shown(response.body()));
    }
    try {
      return json.readValue(response.body(), answer);
    } catch (JacksonException e) {
      throw new DeviceException(request.uri() + " answered " + shown(response.body()), e);
    }
  }

  private void checkDevice(String body) {
    JsonNode problem;
    try {
      problem = json.readTree(body);
    } catch (JacksonException e) {
      return;
    }
    if (problem.path("code").asString("").equals(MeantDevice.REFUSAL)) {
      throw new WrongDeviceException(
          "another device answers at " + emc + ": " + problem.path("detail").asString(""));
    }
  }

  private HttpResponse<String> send(HttpRequest request) {
    CompletableFuture<HttpResponse<String>> answer =
        http.sendAsync(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    try {
      return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw new DeviceException(request.uri() + " did not answer: " + e.getCause(), e);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new DeviceException(request.uri() + " did not answer within " + timeout, e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new DeviceException(request.uri() + " was given up", e);
    }
  }

  private static String shown(String body) {
    return body.length() > 200 ? body.substring(0, 200) + "..." : body;
  }
}
