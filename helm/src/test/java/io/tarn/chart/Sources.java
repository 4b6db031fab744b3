package io.tarn.chart;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the modules of this checkout say of themselves. */
final class Sources {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern VERSION =
      Pattern.compile("<artifactId>tarn-parent</artifactId>\\s*<version>([^<]+)</version>");
  private static final Pattern PROPERTIES =
      Pattern.compile(
          "@ConfigurationProperties\\(\\s*(?:prefix\\s*=\\s*)?\"([^\"]+)\"\\)"
              + ".*?record \\w+\\((.*?)\\)\\s*(?:implements [^{]*)?\\{",
          Pattern.DOTALL);
  private static final Pattern ANNOTATION = Pattern.compile("@\\w+(\\([^)]*\\))?");
  private static final Pattern TYPE_ARGUMENTS = Pattern.compile("<[^<>]*>");

  /** The version of the build. */
  String version() {
    return first(VERSION, read(ROOT.resolve("pom.xml")));
  }

  /** The modules of the build. */
  Set<String> modules() {
    Set<String> modules = new TreeSet<>();
    Matcher matcher = MODULE.matcher(read(ROOT.resolve("pom.xml")));
    while (matcher.find()) {
      modules.add(matcher.group(1));
    }
    return modules;
  }

  /** A service's own {@code application.yml}. */
  JsonNode settings(String module) {
    return StrictYaml.tree(file(module + "/src/main/resources/application.yml"));
  }

  /** The properties that a module's records read, by their full names. */
  Set<String> properties(String module) {
    Set<String> properties = new TreeSet<>();
    for (String source : mainSources(module)) {
      Matcher matcher = PROPERTIES.matcher(source);
      while (matcher.find()) {
        for (String component : components(matcher.group(2))) {
          properties.add(matcher.group(1) + "." + kebab(component));
        }
      }
    }
    return properties;
  }

  private static List<String> components(String header) {
    String plain = ANNOTATION.matcher(header).replaceAll("");
    String before;
    do {
      before = plain;
      plain = TYPE_ARGUMENTS.matcher(before).replaceAll("");
    } while (!plain.equals(before));
    List<String> names = new ArrayList<>();
    for (String component : plain.split(",", -1)) {
      String stripped = component.strip();
      names.add(stripped.substring(stripped.lastIndexOf(' ') + 1));
    }
    return names;
  }

  private static String kebab(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** A file of the checkout. */
  String file(String path) {
    return read(ROOT.resolve(path));
  }

  /** The one main source of a module with this name. */
  String mainSource(String module, String className) {
    try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
      return files
          .filter(file -> file.endsWith(className + ".java"))
          .map(Sources::read)
          .findFirst()
          .orElseThrow(() -> new AssertionError(module + " has no " + className));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> mainSources(String module) {
    try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(Sources::read)
          .filter(source -> source.contains("@ConfigurationProperties"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new AssertionError("nothing matches " + pattern);
    }
    return matcher.group(1);
  }
}
