package io.tarn.local.postgres;

import io.tarn.db.DatabaseTarget;
import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Folders;
import io.tarn.local.process.Launcher;
import io.tarn.local.process.Logs;
import io.tarn.local.process.ProcessSpec;
import io.tarn.local.process.StopSignal;
import io.tarn.local.supervise.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A PostgreSQL with durable settings on the loopback address, its data in one folder. It survives
 * being stopped, killed and started again.
 */
public final class PostgresServer {

  /** Its name in the stack. */
  public static final String NAME = "postgres";

  private static final String DATABASE = "tarn";
  private static final String MAINTENANCE_DATABASE = "postgres";
  private static final int SIGN_IN_SECONDS = 5;
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private final PostgresPrograms programs;
  private final Path folder;
  private final Path log;
  private final int port;
  private final Passwords passwords;

  private PostgresServer(
      PostgresPrograms programs, Path folder, Path log, int port, Passwords passwords) {
    this.programs = programs;
    this.folder = folder;
    this.log = log;
    this.port = port;
    this.passwords = passwords;
  }

  /**
   * Makes the server's data, unless that was done before.
   *
   * @param programs PostgreSQL's programs
   * @param folder where its data and passwords are kept
   * @param log where its output goes
   * @param port where it shall listen
   * @throws CannotStart when the data cannot be made
   */
  public static PostgresServer prepare(PostgresPrograms programs, Path folder, Path log, int port)
      throws CannotStart, InterruptedException {
    try {
      Files.createDirectories(folder);
      Passwords passwords = Passwords.in(folder.resolve("passwords.json"));
      PostgresServer server = new PostgresServer(programs, folder, log, port, passwords);
      if (!Files.isDirectory(server.data())) {
        server.initialize();
      }
      new StalePid(server.data()).removeIfTaken();
      return server;
    } catch (IOException e) {
      throw new CannotStart("PostgreSQL's data cannot be made: " + e, e);
    }
  }

  /** How to keep it running. */
  public Service service() throws CannotStart {
    return new Service(
        new ProcessSpec(NAME, NotRoot.command(command()), Map.of(), log, StopSignal.INT),
        port,
        this::answers,
        true);
  }

  /**
   * Checks the durable settings and makes the database, unless that was done before.
   *
   * @throws CannotStart when the server is not as it must be
   */
  public void makeDatabase() throws CannotStart {
    try (Connection connection = target(MAINTENANCE_DATABASE).connect();
        Statement statement = connection.createStatement()) {
      Durability.check(connection);
      try (var rows =
          statement.executeQuery("select from pg_database where datname = '" + DATABASE + "'")) {
        if (rows.next()) {
          return;
        }
      }
      statement.execute("create database " + DATABASE);
    } catch (SQLException e) {
      throw new CannotStart("PostgreSQL refuses to make a database: " + e.getMessage(), e);
    }
  }

  /** The database, with the login that may do everything. */
  public DatabaseTarget admin() {
    return target(DATABASE);
  }

  /** The passwords of its logins. */
  public Passwords passwords() {
    return passwords;
  }

  private DatabaseTarget target(String database) {
    return new DatabaseTarget(
        "jdbc:postgresql://127.0.0.1:" + port + "/" + database,
        Passwords.ADMIN,
        passwords.of(Passwords.ADMIN));
  }

  private boolean answers() {
    String url =
        target(MAINTENANCE_DATABASE).jdbcUrl()
            + "?loginTimeout="
            + SIGN_IN_SECONDS
            + "&connectTimeout="
            + SIGN_IN_SECONDS;
    DatabaseTarget quick = new DatabaseTarget(url, Passwords.ADMIN, passwords.of(Passwords.ADMIN));
    try (Connection connection = quick.connect()) {
      return connection.isValid(SIGN_IN_SECONDS);
    } catch (SQLException e) {
      return false;
    }
  }

  private Path data() {
    return folder.resolve("data");
  }

  private List<String> command() {
    List<String> command =
        new ArrayList<>(List.of(programs.program("postgres"), "-D", data().toString()));
    for (String setting : Durability.SETTINGS) {
      command.addAll(List.of("-c", setting + "=on"));
    }
    for (String setting :
        List.of(
            "port=" + port,
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "max_connections=200",
            "shared_buffers=128MB",
            "max_wal_size=512MB",
            "timezone=UTC",
            "log_timezone=UTC",
            "log_line_prefix=%m [%p] %u ",
            "jit=off")) {
      command.addAll(List.of("-c", setting));
    }
    return command;
  }

  /** A folder that is only half made is never taken for the data. */
  private void initialize() throws IOException, CannotStart, InterruptedException {
    Path draft = folder.resolve("data.draft");
    Folders.delete(draft);
    Path passwordFile = folder.resolve("admin.password");
    Files.deleteIfExists(passwordFile);
    Files.createFile(passwordFile, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    Files.writeString(passwordFile, passwords.of(Passwords.ADMIN));
    List<String> command =
        List.of(
            programs.program("initdb"),
            "--pgdata=" + draft,
            "--username=" + Passwords.ADMIN,
            "--auth=scram-sha-256",
            "--pwfile=" + passwordFile,
            "--encoding=UTF8",
            "--locale=C");
    try {
      int code =
          Launcher.run(
              new ProcessSpec("initdb", NotRoot.command(command), Map.of(), log, StopSignal.TERM));
      if (code != 0) {
        throw new CannotStart(
            "initdb ended with code "
                + code
                + (Logs.diskFull(log) ? "; the disk is full." : ".")
                + " The end of "
                + log
                + ":\n    "
                + String.join("\n    ", Logs.tail(log, 8)));
      }
    } finally {
      Files.deleteIfExists(passwordFile);
    }
    Files.move(draft, data(), StandardCopyOption.ATOMIC_MOVE);
  }
}
