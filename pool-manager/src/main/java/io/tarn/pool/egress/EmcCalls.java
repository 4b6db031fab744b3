package io.tarn.pool.egress;

import io.tarn.pool.device.DeviceException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Calls of one EMC, each bounded in time as a whole. */
final class EmcCalls {

  private final HttpClient http;
  private final JsonMapper json;
  private final URI emc;
  private final Duration timeout;

  /**
   * @param emc calls append to it
   * @param timeout for a whole call
   */
  EmcCalls(HttpClient http, JsonMapper json, URI emc, Duration timeout) {
    this.http = http;
    this.json = json;
    this.emc = emc;
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
    return HttpRequest.newBuilder(URI.create(emc + path)).timeout(timeout);
  }

  private <T> T call(HttpRequest request, Class<T> answer) {
    HttpResponse<String> response = send(request);
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
