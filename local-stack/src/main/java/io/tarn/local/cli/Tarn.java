package io.tarn.local.cli;

import io.tarn.contracts.InvalidField;
import io.tarn.fleet.TraceFormatException;
import io.tarn.local.home.CannotStart;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** The command line of a checkout. */
@Command(
    name = "tarn",
    description = "Tarn: a control plane for pooled memory, on this machine.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Exit codes: 0 done and every invariant held; 1 an invariant was violated, or, for status,",
      "something is not ready; 2 wrong usage or input; 3 could not start or go on; 130 after"
          + " Ctrl-C."
    },
    subcommands = {
      DemoCommand.class,
      UpCommand.class,
      DownCommand.class,
      StatusCommand.class,
      LogsCommand.class,
      RestartCommand.class,
      TokenCommand.class,
      BenchCommand.class,
      EvidenceCommand.class,
      SuperviseCommand.class,
      HelpCommand.class
    })
public final class Tarn {

  private Tarn() {}

  /** Runs a command and exits with its code. */
  public static void main(String[] arguments) {
    CommandLine line = commandLine();
    if (arguments.length == 0) {
      line.usage(System.out);
      System.exit(ExitCodes.USAGE);
    }
    System.exit(line.execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Tarn())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(new Sentences());
  }

  /** Problems that a person can do something about are one sentence, not a stack trace. */
  private static final class Sentences implements IExecutionExceptionHandler {
    @Override
    public int handleExecutionException(Exception problem, CommandLine line, ParseResult parsed)
        throws Exception {
      if (Ending.inProgress()) {
        return ExitCodes.CANNOT_START;
      }
      PrintWriter err = line.getErr();
      if (problem instanceof CannotStart) {
        err.println(problem.getMessage());
        return ExitCodes.CANNOT_START;
      }
      if (problem instanceof InvalidField || problem instanceof TraceFormatException) {
        err.println(problem.getMessage());
        return ExitCodes.USAGE;
      }
      if (problem instanceof InterruptedException) {
        err.println("Told to stop before it was done.");
        return ExitCodes.CANNOT_START;
      }
      throw problem;
    }
  }
}
