package io.tarn.chassis.edge;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests as any client could send them. */
final class Http {

  private static final JsonMapper JSON = new JsonMapper();

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int port;

  Http(int port) {
    this.port = port;
  }

  Answer get(String path, String... headers) throws Exception {
    return send(request(path, headers).GET());
  }

  Answer post(String path, String body, String... headers) throws Exception {
    return send(
        request(path, headers)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  Answer post(String path, HttpRequest.BodyPublisher body, String type) throws Exception {
    return send(request(path).header("Content-Type", type).POST(body));
  }

  /** A body of whose length nothing is said. */
  static HttpRequest.BodyPublisher chunked(byte[] bytes) {
    return HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes));
  }

  Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response =
        client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return new Answer(
        response.statusCode(),
        response.headers().firstValue("Content-Type").orElse(""),
        response.headers().firstValue("Retry-After"),
        response.headers().firstValue("WWW-Authenticate"),
        response.body());
  }

  HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(30));
    return headers.length == 0 ? request : request.headers(headers);
  }

  /** What came back. */
  record Answer(
      int status,
      String type,
      Optional<String> retryAfter,
      Optional<String> authenticate,
      String body) {

    JsonNode json() {
      return JSON.readTree(body);
    }

    /** A member of the document, as text; empty when it is not there. */
    String member(String name) {
      return json().path(name).asString("");
    }
  }
}
