package io.tarn.local.cli;

import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Home;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Restarts a service of the running stack. */
@Command(name = "restart", description = "Restart a service of the running stack.")
final class RestartCommand implements Callable<Integer> {

  private static final String NAME = "[a-z][a-z0-9-]*";

  @Parameters(paramLabel = "SERVICE", description = "its name; the plain name means all replicas")
  String service = "";

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    Home home = Place.current().home();
    List<String> restarted;
    try {
      restarted = service.matches(NAME) ? Running.stack(home).restart(service) : List.of();
    } catch (IOException e) {
      throw new CannotStart("The supervisor does not answer: " + e.getMessage(), e);
    }
    if (restarted.isEmpty()) {
      throw new CannotStart("There is no service " + service + "; ./tarn status lists them.");
    }
    spec.commandLine().getOut().println("Restarted " + String.join(", ", restarted) + ".");
    return ExitCodes.DONE;
  }
}
