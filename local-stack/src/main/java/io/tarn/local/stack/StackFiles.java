package io.tarn.local.stack;

import io.tarn.local.cluster.ClusterShape;
import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Home;
import io.tarn.local.home.Json;
import io.tarn.local.home.Mode;
import io.tarn.local.kafka.KafkaBroker;
import io.tarn.local.plan.StackFile;
import io.tarn.local.plan.StackOptions;
import io.tarn.local.port.LoopbackProbe;
import io.tarn.local.port.PortPlan;
import io.tarn.local.port.PortProbe;
import io.tarn.local.postgres.PostgresServer;
import io.tarn.local.service.Names;
import io.tarn.local.service.UsualPorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Decides what a stack is like, after what it was like the last time, and keeps that in files. */
public final class StackFiles {

  private final Home home;

  /**
   * @param home where the files are
   */
  public StackFiles(Home home) {
    this.home = home;
  }

  /** The stack that runs, or ran last. */
  public Optional<StackFile> last() {
    return Json.read(home.stack(), StackFile.class);
  }

  /** The cluster that the kept stack was made with, if there is one. */
  public Optional<ClusterShape> keptCluster() {
    return Json.read(cluster(Mode.UP), ClusterShape.class);
  }

  /**
   * Chooses the ports and keeps the decision.
   *
   * @throws CannotStart when a named port is taken, or the kept stack has another cluster
   */
  StackFile choose(StackOptions options) throws CannotStart {
    keepCluster(options);
    Map<String, Integer> wanted =
        new LinkedHashMap<>(UsualPorts.of(options.schedulers(), options.poolManagers()));
    PortProbe probe = new LoopbackProbe();
    last()
        .filter(file -> file.options().mode() == options.mode())
        .ifPresent(file -> goOnWhereTaken(wanted, file.ports(), probe));
    Map<String, Integer> ports = PortPlan.choose(wanted, options.ports(), probe).ports();
    StackFile file =
        new StackFile(
            options,
            ports,
            IntStream.rangeClosed(1, options.schedulers())
                .mapToObj(i -> base(ports, Names.replica(Names.SCHEDULER, i)))
                .toList(),
            IntStream.rangeClosed(1, options.poolManagers())
                .mapToObj(i -> base(ports, Names.replica(Names.POOL_MANAGER, i)))
                .toList(),
            base(ports, Names.EMULATOR),
            base(ports, Names.AGENTS),
            "jdbc:postgresql://127.0.0.1:" + ports.get(PostgresServer.NAME) + "/tarn",
            "127.0.0.1:" + ports.get(KafkaBroker.NAME));
    write(home.stack(), file);
    return file;
  }

  /** Where a usual port is taken by somebody else, the port of the last run comes next. */
  private static void goOnWhereTaken(
      Map<String, Integer> wanted, Map<String, Integer> last, PortProbe probe) {
    wanted.replaceAll((name, usual) -> probe.free(usual) ? usual : last.getOrDefault(name, usual));
  }

  private void keepCluster(StackOptions options) throws CannotStart {
    ClusterShape wanted = options.cluster();
    Optional<ClusterShape> kept = Json.read(cluster(options.mode()), ClusterShape.class);
    if (kept.isPresent() && !kept.get().equals(wanted)) {
      throw new CannotStart(
          "The stack in "
              + home.data(options.mode())
              + " was made with "
              + kept.get().describe()
              + ". Leave the options out to start it as it is, or remove that folder to make"
              + " another.");
    }
    write(cluster(options.mode()), wanted);
  }

  private Path cluster(Mode mode) {
    return home.data(mode).resolve("cluster.json");
  }

  private static void write(Path file, Object value) throws CannotStart {
    try {
      Json.write(file, value);
    } catch (IOException e) {
      throw new CannotStart(file + " cannot be written: " + e, e);
    }
  }

  private static String base(Map<String, Integer> ports, String name) {
    return "http://127.0.0.1:" + ports.get(name);
  }
}
