package io.tarn.local.cli;

import io.tarn.contracts.Check;
import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Home;
import io.tarn.local.process.Logs;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the log of a service. */
@Command(name = "logs", description = "Show the end of a service's log.")
final class LogsCommand implements Callable<Integer> {

  private static final String SUFFIX = ".log";
  private static final long POLL_MILLIS = 300;
  private static final int MOST_LINES = 100_000;

  @Parameters(
      paramLabel = "SERVICE",
      description = "for example scheduler, pool-manager, agents, postgres, kafka, supervisor")
  String service = "";

  @Option(
      names = {"-f", "--follow"},
      description = "go on with what is added, until Ctrl-C")
  boolean follow;

  @Option(
      names = {"-n", "--lines"},
      defaultValue = "100",
      description = "how many lines (default: ${DEFAULT-VALUE})")
  int lines = 100;

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    Check.range("--lines", lines, 0, MOST_LINES);
    Home home = Place.current().home();
    PrintWriter out = spec.commandLine().getOut();
    Path log = home.log("x").resolveSibling(service + SUFFIX).normalize();
    if (!log.startsWith(home.root().resolve("logs")) || !Files.exists(log)) {
      throw new CannotStart(
          "There is no log of " + service + "; there are: " + String.join(", ", services(home)));
    }
    Logs.tail(log, lines).forEach(out::println);
    out.flush();
    if (follow) {
      LogFollower follower = new LogFollower(log, out, Files.size(log));
      while (true) {
        follower.printNew();
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
    }
    return ExitCodes.DONE;
  }

  private static List<String> services(Home home) throws IOException {
    Path folder = home.root().resolve("logs");
    if (!Files.isDirectory(folder)) {
      return List.of("none yet");
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .sorted()
          .toList();
    }
  }
}
