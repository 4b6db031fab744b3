package io.tarn.local.cli;

import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Home;
import io.tarn.local.home.Json;
import io.tarn.local.home.StackLock;
import io.tarn.local.supervise.ServiceState;
import io.tarn.local.supervise.ServiceStatus;
import io.tarn.local.supervise.StatusReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows the processes of the running stack. */
@Command(name = "status", description = "Show the processes of the running stack.")
final class StatusCommand implements Callable<Integer> {

  @Option(names = "--json", description = "as JSON")
  boolean json;

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    Home home = Place.current().home();
    PrintWriter out = spec.commandLine().getOut();
    if (StackLock.holder(home).isEmpty()) {
      out.println(
          json
              ? Json.text(new StatusReport(false, 0, "not running", List.of(), Map.of())).strip()
              : "No stack is running in " + home.root() + ". Start one: ./tarn up");
      return ExitCodes.CANNOT_START;
    }
    StatusReport report = report(home);
    if (json) {
      out.println(Json.text(report).strip());
    } else {
      print(report, out);
    }
    boolean well =
        report.ready() && report.services().stream().allMatch(s -> s.state() == ServiceState.READY);
    return well ? ExitCodes.DONE : ExitCodes.VIOLATED;
  }

  private static StatusReport report(Home home) throws CannotStart, InterruptedException {
    try {
      return Running.stack(home).status();
    } catch (IOException e) {
      throw new CannotStart("The supervisor does not answer: " + e, e);
    }
  }

  private static void print(StatusReport report, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%-20s %8s %6s  %-12s %8s %10s%n",
        "SERVICE",
        "PID",
        "PORT",
        "STATE",
        "RESTARTS",
        "UPTIME");
    for (ServiceStatus service : report.services()) {
      out.printf(
          Locale.ROOT,
          "%-20s %8s %6s  %-12s %8d %10s%n",
          service.service(),
          service.pid() == 0 ? "-" : Long.toString(service.pid()),
          service.port() == 0 ? "-" : Integer.toString(service.port()),
          service.state().name().toLowerCase(Locale.ROOT).replace('_', ' '),
          service.restarts(),
          uptime(service.uptimeSeconds()));
    }
    for (ServiceStatus service : report.services()) {
      if (service.restarts() > 0) {
        out.println(service.service() + " was started again; the last one " + service.lastDeath());
      }
    }
    out.println("supervisor " + report.supervisor() + ": " + report.step());
  }

  private static String uptime(long seconds) {
    Duration uptime = Duration.ofSeconds(seconds);
    return String.format(
        Locale.ROOT,
        "%d:%02d:%02d",
        uptime.toHours(),
        uptime.toMinutesPart(),
        uptime.toSecondsPart());
  }
}
