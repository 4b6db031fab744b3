package io.tarn.scheduler.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of the scheduler that sees status, headers and body as they are. */
public final class Rest {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String base;
  private final @Nullable String token;

  /**
   * @param port of the scheduler, on loopback
   */
  public Rest(int port) {
    this("http://127.0.0.1:" + port, null);
  }

  private Rest(String base, @Nullable String token) {
    this.base = base;
    this.token = token;
  }

  /** The same with a token. */
  public Rest as(String bearer) {
    return new Rest(base, bearer);
  }

  /**
   * What was answered.
   *
   * @param status HTTP status
   * @param body as sent
   * @param response with its headers
   */
  public record Reply(int status, String body, HttpResponse<String> response) {

    /** The body as JSON. */
    public JsonNode json() {
      return JSON.readTree(body);
    }

    /** A text at a JSON pointer; empty when there is none. */
    public String text(String pointer) {
      return json().at(pointer).asString("");
    }

    /** A number at a JSON pointer; 0 when there is none. */
    public long number(String pointer) {
      return json().at(pointer).asLong(0);
    }

    /** A header, if sent. */
    public Optional<String> header(String name) {
      return response.headers().firstValue(name);
    }
  }

  /** Gets. */
  public Reply get(String path) {
    return send(request(path).GET());
  }

  /** Posts JSON, with headers as name and value by turns. */
  public Reply post(String path, String body, String... headers) {
    return sendBody("POST", path, body, headers);
  }

  /** Puts JSON, with headers as name and value by turns. */
  public Reply put(String path, String body, String... headers) {
    return sendBody("PUT", path, body, headers);
  }

  /** Deletes. */
  public Reply delete(String path) {
    return send(request(path).DELETE());
  }

  private Reply sendBody(String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        request(path)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return send(request);
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path)).timeout(PATIENCE);
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  private Reply send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
      return new Reply(response.statusCode(), response.body(), response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
