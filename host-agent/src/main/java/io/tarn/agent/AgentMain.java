package io.tarn.agent;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command line of the host agent; runs until it is told to stop. */
@Command(
    name = "host-agent",
    description = "Brings pool memory online and offline on hosts, as the pool manager commands.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class AgentMain implements Callable<Integer> {

  private static final String LOGBACK_PROPERTY = "logback.configurationFile";

  @Spec private CommandSpec spec;

  @Mixin private AgentOptions options;

  @SuppressWarnings("NullAway.Init") // picocli sets the fields before it calls
  private AgentMain() {}

  /** Runs the agent; exits 2 on bad options and 1 when it cannot start. */
  public static void main(String[] arguments) {
    if (System.getProperty(LOGBACK_PROPERTY) == null) {
      System.setProperty(LOGBACK_PROPERTY, "logback-host-agent.xml");
    }
    int code = new CommandLine(new AgentMain()).execute(arguments);
    if (code != 0) {
      System.exit(code);
    }
  }

  @Override
  public Integer call() {
    AgentSettings settings = options.settings(spec.commandLine());
    PrintWriter out = spec.commandLine().getOut();
    AgentProcess process;
    try {
      process = AgentProcess.start(settings);
    } catch (IOException e) {
      spec.commandLine().getErr().println("host-agent: cannot start: " + e.getMessage());
      return 1;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(process::close, "stop"));
    process
        .controlPort()
        .ifPresent(port -> out.println("host-agent: control on http://127.0.0.1:" + port));
    out.println(
        "host-agent: simulating "
            + settings.hosts().size()
            + " hosts, pool manager "
            + settings.poolManagers().stream()
                .map(URI::toString)
                .collect(Collectors.joining(", ")));
    out.flush();
    return 0;
  }
}
