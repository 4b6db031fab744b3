package io.tarn.local.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts child processes. Each gets a session of its own where the system can do that, so that a
 * Ctrl-C at the terminal reaches this process alone, which then ends them in order.
 */
public final class Launcher {

  private static final File NOTHING = new File("/dev/null");

  private Launcher() {}

  /**
   * Starts a process; its output is appended to its log.
   *
   * @throws IOException when the program cannot be run
   */
  public static Process start(ProcessSpec spec) throws IOException {
    Path folder = spec.log().toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    ProcessBuilder builder = new ProcessBuilder(inOwnSession(spec.command()));
    builder.environment().putAll(spec.environment());
    // a child must not inherit options meant for this process
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    return builder
        .redirectInput(NOTHING)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(spec.log().toFile()))
        .start();
  }

  /**
   * Runs a program to its end.
   *
   * @return its exit code
   * @throws IOException when the program cannot be run
   */
  public static int run(ProcessSpec spec) throws IOException, InterruptedException {
    Process process = start(spec);
    try {
      return process.waitFor();
    } finally {
      process.destroyForcibly();
    }
  }

  private static List<String> inOwnSession(List<String> command) {
    List<String> whole = new ArrayList<>();
    Programs.find("setsid").ifPresent(setsid -> whole.add(setsid.toString()));
    whole.addAll(command);
    return whole;
  }
}
