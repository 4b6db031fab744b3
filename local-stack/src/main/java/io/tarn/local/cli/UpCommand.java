package io.tarn.local.cli;

import io.tarn.local.cluster.ClusterShape;
import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Home;
import io.tarn.local.home.Mode;
import io.tarn.local.home.StackLock;
import io.tarn.local.process.Launcher;
import io.tarn.local.process.Logs;
import io.tarn.local.process.ProcessSpec;
import io.tarn.local.process.Programs;
import io.tarn.local.process.Signals;
import io.tarn.local.process.StopSignal;
import io.tarn.local.stack.StackFiles;
import io.tarn.local.supervise.ControlClient;
import io.tarn.local.supervise.StatusReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Starts a stack that stays, and returns when it is ready. */
@Command(
    name = "up",
    description = "Start a stack that stays (data is kept between runs), return when it is ready.")
final class UpCommand implements Callable<Integer> {

  private static final String SUPERVISOR = "supervisor";
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long POLL_MILLIS = 150;

  @Mixin StackArguments arguments = new StackArguments();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    Place place = Place.current();
    Home home = place.home();
    Optional<ClusterShape> kept = new StackFiles(home).keptCluster();
    arguments.options(Mode.UP, kept);
    StackLock.take(home, "up").close();
    Path log = home.log(SUPERVISOR);
    Logs.rotate(log);
    PrintWriter out = spec.commandLine().getOut();
    out.println("Starting a stack in " + home.root());
    kept.ifPresent(
        shape ->
            out.println(
                "  as it was made, with "
                    + shape.describe()
                    + "; another one: remove "
                    + home.data(Mode.UP)));
    Process supervisor = Launcher.start(supervisor(log));
    Ending ending =
        Ending.of(
            () -> Signals.end(supervisor.toHandle(), StopSignal.TERM, PATIENCE),
            () -> Ending.AS_IT_IS);
    StatusReport ready;
    try {
      ready = await(home, supervisor, new LogFollower(log, out, 0));
      ending.forget();
    } finally {
      ending.end();
    }
    out.println();
    out.println("Ready. Go on from here:");
    ready.urls().forEach((name, url) -> out.printf("  %-18s %s%n", name, url));
    out.println("  ./tarn status, logs SERVICE, restart SERVICE; ./tarn down ends it.");
    return ExitCodes.DONE;
  }

  private ProcessSpec supervisor(Path log) {
    List<String> command = new ArrayList<>();
    command.add(Programs.java());
    command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Dtarn.root=" + Place.current().checkout().root());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Tarn.class.getName());
    command.add("supervise");
    List<String> given = spec.commandLine().getParseResult().originalArgs();
    command.addAll(given.subList(given.indexOf(spec.name()) + 1, given.size()));
    return new ProcessSpec(SUPERVISOR, command, Map.of(), log, StopSignal.TERM);
  }

  private static StatusReport await(Home home, Process supervisor, LogFollower log)
      throws CannotStart, IOException, InterruptedException {
    while (!supervisor.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      log.printNew();
      Optional<StatusReport> ready = readyReport(home, supervisor.pid());
      if (ready.isPresent()) {
        log.printNew();
        return ready.get();
      }
    }
    log.printNew();
    throw new CannotStart("The stack did not start.");
  }

  private static Optional<StatusReport> readyReport(Home home, long pid)
      throws InterruptedException {
    Optional<ControlClient> client = ControlClient.of(home).filter(c -> c.pid() == pid);
    if (client.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(client.get().status()).filter(StatusReport::ready);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
