package io.tarn.cot;

import io.tarn.cot.frontend.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command line of a front end under load; ends after its length or when it is told to stop. */
@Command(
    name = "front-end",
    description = {
      "Reads and writes Zipf keys through a cache of the hottest ones, before back ends in memory,",
      "and reports its epochs on the bus. The last line on standard output is the result as JSON."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class FrontEndMain implements Callable<Integer> {

  private static final String LOGBACK_PROPERTY = "logback.configurationFile";
  private static final int CANNOT_START = 1;
  private static final int EPOCHS_MISSING = 3;
  private static final long STOP_SECONDS = 15;

  @Spec private CommandSpec spec;

  @Mixin private FrontEndOptions options;

  @SuppressWarnings("NullAway.Init") // picocli sets the fields before it calls
  FrontEndMain() {}

  /**
   * Runs the front end; exits 2 on bad options, 1 when it cannot start, 3 when an epoch was not
   * acknowledged.
   */
  public static void main(String[] arguments) {
    if (System.getProperty(LOGBACK_PROPERTY) == null) {
      System.setProperty(LOGBACK_PROPERTY, "logback-front-end.xml");
    }
    System.exit(new CommandLine(new FrontEndMain()).execute(arguments));
  }

  @Override
  public Integer call() {
    FrontEndSettings settings = options.settings(spec.commandLine());
    PrintWriter err = spec.commandLine().getErr();
    try (FrontEndProcess process = FrontEndProcess.open(settings, err)) {
      CountDownLatch ended = new CountDownLatch(1);
      Thread hook = new Thread(() -> stop(process, ended), "stop");
      Runtime.getRuntime().addShutdownHook(hook);
      try {
        Outcome outcome = process.run();
        boolean complete = process.drain();
        PrintWriter out = spec.commandLine().getOut();
        out.println(RunSummary.of(settings, process.identity(), outcome, process.acknowledged()));
        out.flush();
        return complete ? 0 : EPOCHS_MISSING;
      } finally {
        ended.countDown();
        remove(hook);
      }
    } catch (IOException e) {
      err.println("front-end: cannot start: " + e.getMessage());
      return CANNOT_START;
    }
  }

  private static void stop(FrontEndProcess process, CountDownLatch ended) {
    process.stop();
    try {
      ended.await(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the JVM is going down and runs the hook
    }
  }
}
