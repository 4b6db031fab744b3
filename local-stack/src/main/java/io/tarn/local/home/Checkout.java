package io.tarn.local.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The checkout that Tarn runs from, with the jars that the build left in it.
 *
 * @param root the folder of the parent {@code pom.xml}
 */
public record Checkout(Path root) {

  /** The system property in which the script {@code tarn} hands over the root. */
  public static final String ROOT_PROPERTY = "tarn.root";

  /** Makes the root absolute. */
  public Checkout {
    root = root.toAbsolutePath().normalize();
  }

  /** The checkout named by {@value #ROOT_PROPERTY}, else the working directory. */
  public static Checkout current() {
    return new Checkout(Path.of(System.getProperty(ROOT_PROPERTY, "")));
  }

  /**
   * A service's executable jar.
   *
   * @param module its folder
   * @throws CannotStart when it was not built
   */
  public Path executableJar(String module) throws CannotStart {
    Path target = root.resolve(module).resolve("target");
    List<Path> found = matching(target, module + "-", "-exec.jar");
    if (found.size() != 1) {
      throw new CannotStart(
          found.size()
              + " files match "
              + target.resolve(module + "-*-exec.jar")
              + ", needed: one. Build with: mvn -DskipTests clean package");
    }
    return found.get(0);
  }

  /**
   * The class path of local-stack itself, which also holds the broker, the migration job and the
   * host agent.
   *
   * @throws CannotStart when it was not built
   */
  public String libraries() throws CannotStart {
    Path lib = root.resolve("local-stack/target/lib");
    if (!Files.isDirectory(lib)) {
      throw new CannotStart(lib + " is missing. Build with: mvn -DskipTests package");
    }
    return lib + "/*";
  }

  private static List<Path> matching(Path folder, String prefix, String suffix) throws CannotStart {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .filter(file -> file.getFileName().toString().endsWith(suffix))
          .toList();
    } catch (IOException e) {
      throw new CannotStart(folder + " cannot be read: " + e, e);
    }
  }
}
