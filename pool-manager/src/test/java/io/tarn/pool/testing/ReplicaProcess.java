package io.tarn.pool.testing;

import io.tarn.chassis.testing.ServiceArguments;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.db.ServiceSchema;
import io.tarn.pool.app.PoolManagerApplication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A pool manager as a process of its own, which can be killed. */
public final class ReplicaProcess implements AutoCloseable {

  private final Process process;
  private final Api api;

  private ReplicaProcess(Process process, Api api) {
    this.process = process;
    this.api = api;
  }

  /**
   * Starts one.
   *
   * @param log where its output goes
   */
  public static ReplicaProcess on(TestDatabase database, Path log) {
    int port = freePort();
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                PoolManagerApplication.class.getName()));
    command.addAll(
        List.of(ServiceArguments.of(database, ServiceSchema.POOL, "--server.port=" + port)));
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      return new ReplicaProcess(process, new Api(URI.create("http://127.0.0.1:" + port)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its API. */
  public Api api() {
    return api;
  }

  /** Whether it answers. */
  public boolean ready() {
    try {
      return api.get("/readyz").status() == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /** Ends it as kill -9 does. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
