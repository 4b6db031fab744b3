package io.tarn.chart;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The chart of this module, linted and rendered by Helm itself in this process. Helm keeps hooks to
 * itself when it renders; so that they are seen, a copy is rendered in which their annotations
 * begin with {@link #SHOWN} in place of {@link #HOOK}.
 */
final class Chart {

  static final Path FOLDER = Path.of("tarn").toAbsolutePath();
  static final String HOOK = "helm.sh/hook";
  static final String SHOWN = "shown.helm.sh/hook";

  private static final Path COPY = copy();
  private static final Map<String, Rendered> RENDERED = new ConcurrentHashMap<>();

  private Chart() {}

  static LintResult lint() {
    return new Helm(FOLDER).lint().strict().call();
  }

  /** Renders as release {@code live} in namespace {@code memory}, hooks too. */
  static Rendered render(Values values) {
    return render("live", values);
  }

  /**
   * Renders, hooks too.
   *
   * @throws IllegalStateException with Helm's own words when the chart or its schema refuses
   */
  static Rendered render(String release, Values values) {
    return RENDERED.computeIfAbsent(
        release + values.json(),
        ignored -> new Rendered(StrictYaml.objects(template(COPY, release, values))));
  }

  /** What Helm prints of the chart as it is. */
  static String text(Values values) {
    return template(FOLDER, "live", values);
  }

  private static String template(Path chart, String release, Values values) {
    try {
      Path file = Files.createTempFile("values", ".json");
      try {
        Files.writeString(file, values.json());
        String text =
            new Helm(chart)
                .template()
                .withName(release)
                .withNamespace("memory")
                .withValuesFile(file)
                .call();
        // the library says null for nothing
        return Objects.requireNonNullElse(text, "");
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path copy() {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      Files.createDirectories(Path.of("target"));
      Path copy = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "tarn");
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        Path target = copy.resolve(FOLDER.relativize(file));
        Files.createDirectories(Objects.requireNonNull(target.getParent()));
        Files.write(target, List.of(Sources.read(file).replace(HOOK, SHOWN)));
      }
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file of the chart. */
  static String file(String name) {
    return Sources.read(FOLDER.resolve(name));
  }
}
