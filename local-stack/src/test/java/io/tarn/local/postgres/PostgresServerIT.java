package io.tarn.local.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.local.home.CannotStart;
import io.tarn.local.port.LoopbackProbe;
import io.tarn.local.process.ProcessTable;
import io.tarn.local.supervise.Supervisor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresServerIT {

  @TempDir static Path programs;

  @TempDir Path folder;

  private Supervisor supervisor;
  private int port;

  @BeforeEach
  void makeSupervisor() throws Exception {
    supervisor = new Supervisor(new ProcessTable(folder.resolve("processes.json")));
    port = new LoopbackProbe().any();
  }

  @AfterEach
  void stop() {
    supervisor.stop();
  }

  @Test
  void server_isDurableAndKeepsACommittedRowThroughAKillAndARestart() throws Exception {
    PostgresServer server = start();
    server.makeDatabase();
    try (Connection connection = server.admin().connect();
        Statement statement = connection.createStatement()) {
      for (String setting : Durability.SETTINGS) {
        assertThat(text(statement, "show " + setting)).isEqualTo("on");
      }
      statement.execute("create table kept (n integer)");
      statement.execute("insert into kept values (42)");
    }
    supervisor.kill(PostgresServer.NAME);
    assertThat(kept(server)).isEqualTo("42");

    supervisor.stop();
    supervisor = new Supervisor(new ProcessTable(folder.resolve("processes.json")));
    PostgresServer again = start();
    again.makeDatabase();
    assertThat(kept(again)).isEqualTo("42");
    assertThat(again.passwords()).isEqualTo(server.passwords());
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("data/passwords.json"))))
        .isEqualTo("rw-------");
  }

  @Test
  void durability_refusesAServerThatMayForget() throws Exception {
    PostgresServer server = start();
    server.makeDatabase();
    try (Connection connection = server.admin().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("set synchronous_commit = off");
      assertThatThrownBy(() -> Durability.check(connection))
          .isInstanceOf(CannotStart.class)
          .hasMessageContaining("synchronous_commit = off");
    }
  }

  @Test
  void prepare_removesAPidFileWhosePidBelongsToAnotherProgram() throws Exception {
    PostgresServer server = start();
    server.makeDatabase();
    supervisor.stop();
    Path pidFile = folder.resolve("data/data/postmaster.pid");
    Files.writeString(pidFile, ProcessHandle.current().pid() + "\n");
    supervisor = new Supervisor(new ProcessTable(folder.resolve("processes.json")));
    start();
    assertThat(Files.readString(pidFile)).doesNotStartWith(ProcessHandle.current().pid() + "\n");
  }

  private PostgresServer start() throws Exception {
    PostgresServer server =
        PostgresServer.prepare(
            PostgresPrograms.unpack(programs),
            folder.resolve("data"),
            folder.resolve("postgres.log"),
            port);
    supervisor.start(server.service());
    supervisor.awaitReady(PostgresServer.NAME);
    return server;
  }

  private static String kept(PostgresServer server) throws Exception {
    try (Connection connection = server.admin().connect();
        Statement statement = connection.createStatement()) {
      return text(statement, "select n from kept");
    }
  }

  private static String text(Statement statement, String query) throws Exception {
    try (ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }
}
