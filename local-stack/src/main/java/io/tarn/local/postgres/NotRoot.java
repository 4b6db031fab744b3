package io.tarn.local.postgres;

import io.tarn.local.home.CannotStart;
import io.tarn.local.process.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * PostgreSQL refuses to run as root. In a user namespace without mappings root is nobody in its own
 * eyes, and still owns its files.
 */
final class NotRoot {

  private static final long PATIENCE_SECONDS = 10;

  private NotRoot() {}

  /**
   * The command as it can be run by this user.
   *
   * @throws CannotStart when this user is root and the system has no user namespaces
   */
  static List<String> command(List<String> command) throws CannotStart {
    if (!"root".equals(System.getProperty("user.name"))) {
      return command;
    }
    Optional<Path> unshare = Programs.find("unshare");
    if (unshare.isEmpty() || !works(unshare.get().toString())) {
      throw new CannotStart(
          "PostgreSQL does not run as root, and this system does not let root become nobody"
              + " (unshare -U). Run Tarn as an ordinary user.");
    }
    List<String> wrapped = new ArrayList<>(List.of(unshare.get().toString(), "-U"));
    wrapped.addAll(command);
    return wrapped;
  }

  private static boolean works(String unshare) throws CannotStart {
    try {
      Process attempt =
          new ProcessBuilder(unshare, "-U", "true")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return attempt.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && attempt.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CannotStart("Interrupted.", e);
    }
  }
}
