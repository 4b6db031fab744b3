package io.tarn.local.rest;

import io.tarn.local.home.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Calls a service with JSON and, where the stack is secured, with a token. */
public final class RestClient {

  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final Supplier<@Nullable String> token;
  private final Duration patience;

  /**
   * @param token gives the token of the caller; null when the stack asks for none
   */
  public RestClient(Supplier<@Nullable String> token) {
    this(token, PATIENCE);
  }

  /**
   * @param token gives the token of the caller; null when the stack asks for none
   * @param patience how long a call may go without an answer
   */
  public RestClient(Supplier<@Nullable String> token, Duration patience) {
    this.token = token;
    this.patience = patience;
  }

  /**
   * Calls once.
   *
   * @param body sent as JSON; null for none
   * @throws IOException when no whole answer came
   */
  public Reply call(String method, String uri, @Nullable Object body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(uri))
            .timeout(patience)
            .header("Accept", "application/json, application/problem+json, text/plain;q=0.5");
    String bearer = token.get();
    if (bearer != null) {
      request.header("Authorization", "Bearer " + bearer);
    }
    if (body == null) {
      request.method(method, HttpRequest.BodyPublishers.noBody());
    } else {
      request.header("Content-Type", "application/json");
      request.method(
          method, HttpRequest.BodyPublishers.ofString(Json.MAPPER.writeValueAsString(body)));
    }
    HttpResponse<String> response =
        http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return new Reply(response.statusCode(), json(response.body()));
  }

  private static JsonNode json(String text) throws IOException {
    if (text.isBlank()) {
      return MissingNode.getInstance();
    }
    try {
      return Json.MAPPER.readTree(text);
    } catch (JacksonException e) {
      return Json.MAPPER.stringNode(text);
    }
  }
}
