package io.tarn.local.stack;

import io.tarn.local.home.CannotStart;
import io.tarn.local.process.Launcher;
import io.tarn.local.process.Logs;
import io.tarn.local.process.ProcessSpec;
import java.io.IOException;

/** Runs the migration job to its end. */
final class Migration {

  private static final int LOG_LINES = 8;

  private Migration() {}

  static void run(ProcessSpec job) throws CannotStart, InterruptedException {
    try {
      Logs.rotate(job.log());
      int code = Launcher.run(job);
      if (code != 0) {
        throw new CannotStart(
            "The migration job ended with code "
                + code
                + ". The end of "
                + job.log()
                + ":\n    "
                + String.join("\n    ", Logs.tail(job.log(), LOG_LINES)));
      }
    } catch (IOException e) {
      throw new CannotStart("The migration job cannot be run: " + e, e);
    }
  }
}
