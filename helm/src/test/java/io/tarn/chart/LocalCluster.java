package io.tarn.chart;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a pod finds around it, on this machine: secrets, files, addresses, the jars of this checkout
 * in place of images. Everything else of a container stays as the chart says it.
 *
 * @param folder where volumes are made
 * @param secrets by name, what each of their keys holds
 * @param configs the same of config maps
 * @param addresses what is written in place of which address or port of the chart
 */
record LocalCluster(
    Path folder,
    Map<String, Map<String, String>> secrets,
    Map<String, Map<String, String>> configs,
    Map<String, String> addresses) {

  /** The node that every pod is on. */
  static final String NODE = "node-1";

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern VARIABLE = Pattern.compile("\\$\\(([A-Z_]+)\\)");
  private static final String IMAGE = "/opt/tarn/";

  LocalCluster {
    secrets = Map.copyOf(secrets);
    configs = Map.copyOf(configs);
    addresses = Map.copyOf(addresses);
  }

  /** How a container's process is started here. */
  ProcessBuilder process(Workload workload) {
    Container container = workload.container();
    Map<String, String> replaced = new HashMap<>(addresses);
    Path own = folder.resolve(workload.component());
    replaced.putAll(volumes(workload, own, replaced));
    Map<String, String> environment = environment(container, replaced);
    List<String> command = new ArrayList<>();
    command.add(program(container.getCommand()));
    for (String argument : container.getArgs()) {
      command.add(local(expanded(argument, environment), replaced));
    }
    String memory = held(container.getResources().getLimits(), "memory").toString();
    environment.put(
        "JAVA_TOOL_OPTIONS",
        // as large as the container would be, and quick to start
        "-XX:MaxRAM=%s -XX:TieredStopAtLevel=1 -Djava.io.tmpdir=%s"
            .formatted(memory.replace("Gi", "g").replace("Mi", "m"), own.resolve("tmp")));
    ProcessBuilder builder = new ProcessBuilder(command).directory(own.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder;
  }

  /** Makes a container's volumes; where each of its mounts is here. */
  private Map<String, String> volumes(Workload workload, Path own, Map<String, String> replaced) {
    Map<String, String> places = new LinkedHashMap<>();
    for (VolumeMount mount : workload.container().getVolumeMounts()) {
      Volume volume =
          workload.pod().getVolumes().stream()
              .filter(v -> v.getName().equals(mount.getName()))
              .findFirst()
              .orElseThrow();
      Path place = own.resolve(mount.getName());
      files(volume).forEach((name, text) -> write(place.resolve(name), local(text, replaced)));
      directory(place);
      places.put(mount.getMountPath(), place.toString());
    }
    return places;
  }

  private Map<String, String> files(Volume volume) {
    if (volume.getConfigMap() != null) {
      return held(configs, volume.getConfigMap().getName());
    }
    if (volume.getSecret() == null) {
      return Map.of();
    }
    Map<String, String> secret = held(secrets, volume.getSecret().getSecretName());
    List<KeyToPath> items = volume.getSecret().getItems();
    return items.isEmpty()
        ? secret
        : items.stream()
            .collect(Collectors.toMap(KeyToPath::getPath, item -> held(secret, item.getKey())));
  }

  private Map<String, String> environment(Container container, Map<String, String> replaced) {
    Map<String, String> environment = new LinkedHashMap<>();
    for (EnvVar variable : container.getEnv()) {
      environment.put(variable.getName(), value(variable, replaced));
    }
    return environment;
  }

  private String value(EnvVar variable, Map<String, String> replaced) {
    if (variable.getValueFrom() == null) {
      return local(variable.getValue(), replaced);
    }
    if (variable.getValueFrom().getSecretKeyRef() != null) {
      return held(
          held(secrets, variable.getValueFrom().getSecretKeyRef().getName()),
          variable.getValueFrom().getSecretKeyRef().getKey());
    }
    if (!variable.getValueFrom().getFieldRef().getFieldPath().equals("spec.nodeName")) {
      throw new AssertionError(variable.getName() + " comes from a field that is unknown here");
    }
    return NODE;
  }

  private static <V> V held(Map<String, V> all, String name) {
    V found = all.get(name);
    if (found == null) {
      throw new AssertionError(name + " is not there, only " + all.keySet());
    }
    return found;
  }

  /** Kubernetes' own {@code $(NAME)}. */
  private static String expanded(String argument, Map<String, String> environment) {
    return VARIABLE
        .matcher(argument)
        .replaceAll(match -> Matcher.quoteReplacement(held(environment, match.group(1))));
  }

  private static String program(List<String> command) {
    if (!command.equals(List.of("java"))) {
      throw new AssertionError("the images have java, not " + command);
    }
    return java();
  }

  /** This JVM's own program. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The class path with broker, migration job and host agent, as local-stack has it. */
  static String libraries() {
    return ROOT.resolve("local-stack/target/lib") + "/*";
  }

  /** A port that nobody listens on now. */
  static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A text with the chart's paths and addresses replaced, each at most once. */
  static String local(String text, Map<String, String> replaced) {
    if (text.startsWith(IMAGE)) {
      return jar(text.substring(IMAGE.length()));
    }
    String any =
        replaced.keySet().stream()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .map(Pattern::quote)
            .collect(Collectors.joining("|"));
    return Pattern.compile("(?<![A-Za-z0-9])(" + any + ")(?![A-Za-z0-9])")
        .matcher(text)
        .replaceAll(
            match -> Matcher.quoteReplacement(Objects.requireNonNull(replaced.get(match.group()))));
  }

  private static String jar(String name) {
    if (name.equals("lib/*")) {
      return libraries();
    }
    String module = name.replace(".jar", "");
    return ROOT.resolve(module)
        .resolve("target/%s-%s-exec.jar".formatted(module, new Sources().version()))
        .toString();
  }

  static void write(Path file, String text) {
    directory(Objects.requireNonNull(file.getParent()));
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void directory(Path path) {
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
