package io.tarn.pool.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.pool.device.DeviceException;
import io.tarn.pool.device.EmcDriver;
import io.tarn.pool.device.EmcDriverContract;
import io.tarn.pool.testing.HttpEmc;
import io.tarn.pool.testing.InMemoryEmc;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpEmcDriverTest extends EmcDriverContract {

  private static final Duration SHORT = Duration.ofMillis(300);

  private final HttpEmc http = new HttpEmc();
  private final HttpEmcDrivers drivers =
      new HttpEmcDrivers(new EmcProperties(Duration.ofSeconds(2), Duration.ofSeconds(5)));
  private final HttpEmcDrivers impatient = new HttpEmcDrivers(new EmcProperties(SHORT, SHORT));

  @Override
  protected EmcDriver driver(InMemoryEmc emc, @Nullable UUID meant) {
    http.plug("p1", emc);
    return drivers.at(http.uri("p1"), meant);
  }

  @AfterEach
  void stop() {
    http.close();
  }

  @Test
  void unknownPool_isAnException() {
    assertThatExceptionOfType(DeviceException.class)
        .isThrownBy(() -> drivers.at(http.uri("other"), null).readTable())
        .withMessageContaining("404");
  }

  @Test
  void nobodyThere_isAnException() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    assertThatExceptionOfType(DeviceException.class)
        .isThrownBy(() -> drivers.at(URI.create("http://127.0.0.1:" + port), null).readTable());
  }

  @Test
  void answerThatNeverEnds_isGivenUpInTime() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Socket> accepted = CompletableFuture.supplyAsync(() -> headOnly(server));
      EmcDriver driver =
          impatient.at(URI.create("http://127.0.0.1:" + server.getLocalPort()), null);
      long start = System.nanoTime();
      assertThatExceptionOfType(DeviceException.class)
          .isThrownBy(driver::readTable)
          .withMessageContaining("did not answer within");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
      accepted.join().close();
    }
  }

  @Test
  void wordsOfAnother_areAnException() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> answered =
          CompletableFuture.runAsync(
              () -> answer(server, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"));
      assertThatExceptionOfType(DeviceException.class)
          .isThrownBy(
              () ->
                  drivers
                      .at(URI.create("http://127.0.0.1:" + server.getLocalPort()), null)
                      .readTable())
          .withMessageContaining("hello");
      answered.join();
    }
  }

  @Test
  void tableOfADeviceThatDoesNotSayWhichOneItIs_isAnException() throws IOException {
    String table = "{\"capacityGiB\":1,\"highestEpoch\":0,\"entries\":[]}";
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> answered =
          CompletableFuture.runAsync(
              () ->
                  answer(
                      server,
                      "HTTP/1.1 200 OK\r\nContent-Length: " + table.length() + "\r\n\r\n" + table));
      URI emc = URI.create("http://127.0.0.1:" + server.getLocalPort());
      assertThatExceptionOfType(DeviceException.class)
          .isThrownBy(() -> drivers.at(emc, null).readTable())
          .withMessageContaining(table);
      answered.join();
    }
  }

  private static Socket headOnly(ServerSocket server) {
    return answer(server, "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{");
  }

  private static Socket answer(ServerSocket server, String text) {
    try {
      Socket socket = server.accept();
      OutputStream out = socket.getOutputStream();
      out.write(text.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      return socket;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
