package io.tarn.chassis.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tarn.chassis.identity.ServiceToken;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

class ServiceClientsTest {

  @TempDir private Path directory;
  private final CountDownLatch mayAnswer = new CountDownLatch(1);
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/token", exchange -> answer(exchange, sentToken(exchange)));
    server.createContext(
        "/newer", exchange -> answer(exchange, "{\"known\":1,\"fromANewerVersion\":2}"));
    server.createContext(
        "/slow",
        exchange -> {
          try {
            mayAnswer.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          answer(exchange, "late");
        });
    server.start();
  }

  @AfterEach
  void stop() {
    mayAnswer.countDown();
    server.stop(0);
  }

  @Test
  void token_isReadAtEveryCall() throws IOException {
    Path file = directory.resolve("token");
    RestClient client = client(file, Duration.ofSeconds(10));
    Files.writeString(file, "first\n");
    assertThat(get(client, "/token")).isEqualTo("Bearer first");
    Files.writeString(file, "second");
    assertThat(get(client, "/token")).isEqualTo("Bearer second");
  }

  @Test
  void withoutTokenFile_nothingIsSent() {
    assertThat(get(client(null, Duration.ofSeconds(10)), "/token")).isEqualTo("none");
  }

  @Test
  void tokenFileThatIsGoneOrEmpty_isNamed() throws IOException {
    Path file = directory.resolve("token");
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> new ServiceToken(file).current())
        .withMessageContaining("tarn.identity.token-file");
    Files.writeString(file, " \n");
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> new ServiceToken(file).current())
        .withMessageContaining("tarn.identity.token-file");
  }

  @Test
  void fieldsOfANewerVersion_areNoError() {
    Known known =
        client(null, Duration.ofSeconds(10)).get().uri("/newer").retrieve().body(Known.class);
    assertThat(known).isEqualTo(new Known(1));
  }

  @Test
  void answerThatDoesNotCome_isNotWaitedForForEver() {
    assertThatExceptionOfType(ResourceAccessException.class)
        .isThrownBy(() -> get(client(null, Duration.ofMillis(200)), "/slow"));
  }

  private RestClient client(@Nullable Path tokenFile, Duration readTimeout) {
    return new ServiceClients(new ServiceToken(tokenFile))
        .at(
            URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
            Duration.ofSeconds(5),
            readTimeout);
  }

  private static @Nullable String get(RestClient client, String path) {
    return client.get().uri(path).retrieve().body(String.class);
  }

  private static String sentToken(HttpExchange exchange) {
    String header = exchange.getRequestHeaders().getFirst("Authorization");
    return header == null ? "none" : header;
  }

  private static void answer(HttpExchange exchange, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange
        .getResponseHeaders()
        .add("Content-Type", body.startsWith("{") ? "application/json" : "text/plain");
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  record Known(int known) {}
}
