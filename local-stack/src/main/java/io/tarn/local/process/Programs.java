package io.tarn.local.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Programs on the PATH. */
public final class Programs {

  private static final Pattern SEPARATOR = Pattern.compile(":");

  private Programs() {}

  /** Finds a program on the PATH. */
  public static Optional<Path> find(String name) {
    String path = System.getenv("PATH");
    return SEPARATOR
        .splitAsStream(path == null ? "" : path)
        .flatMap(folder -> folder.isEmpty() ? Stream.empty() : Stream.of(Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The {@code java} that runs this process. */
  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
