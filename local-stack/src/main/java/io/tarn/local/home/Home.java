package io.tarn.local.home;

import java.nio.file.Path;
import java.util.Map;

/**
 * The folder that holds everything a stack keeps.
 *
 * <pre>
 * .tarn/lock           held by the one stack that runs
 * .tarn/run/           processes, ports and control port of the running stack
 * .tarn/logs/          one log for each service
 * .tarn/postgres/      PostgreSQL's programs
 * .tarn/up/, demo/     data of the stack that is kept, and of the last demo
 * </pre>
 *
 * @param root {@code .tarn} in the checkout, or what {@code TARN_HOME} says
 */
public record Home(Path root) {

  /** The environment variable that puts the folder elsewhere. */
  public static final String VARIABLE = "TARN_HOME";

  /** Makes the root absolute. */
  public Home {
    root = root.toAbsolutePath().normalize();
  }

  /** The home of a checkout. */
  public static Home of(Checkout checkout, Map<String, String> environment) {
    String named = environment.get(VARIABLE);
    return new Home(
        named == null || named.isBlank() ? checkout.root().resolve(".tarn") : Path.of(named));
  }

  /** The lock file. */
  public Path lock() {
    return root.resolve("lock");
  }

  /** The folder of PostgreSQL's programs. */
  public Path programs() {
    return root.resolve("postgres");
  }

  /** The folder of what describes the running stack. */
  public Path run() {
    return root.resolve("run");
  }

  /** Processes that were started, by pid and start. */
  public Path processes() {
    return run().resolve("processes.json");
  }

  /** Ports, URLs and options of the stack. */
  public Path stack() {
    return run().resolve("stack.json");
  }

  /** Control port and its token. */
  public Path control() {
    return run().resolve("control.json");
  }

  /** The log of a service. */
  public Path log(String service) {
    return root.resolve("logs").resolve(service + ".log");
  }

  /** The folder of a mode's data. */
  public Path data(Mode mode) {
    return root.resolve(mode.folder());
  }
}
