package io.tarn.chart;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.SecretVolumeSource;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An object that has pods.
 *
 * @param object the object
 * @param selector what it finds its pods by; Jobs make their own
 * @param template its pods
 */
record Workload(
    HasMetadata object, Optional<Map<String, String>> selector, PodTemplateSpec template) {

  String name() {
    return object.getKind() + "/" + object.getMetadata().getName();
  }

  String component() {
    return Rendered.component(object);
  }

  PodSpec pod() {
    return template.getSpec();
  }

  Map<String, String> podLabels() {
    return template.getMetadata().getLabels();
  }

  Container container() {
    return pod().getContainers().get(0);
  }

  Map<String, String> environment() {
    Map<String, String> environment = new LinkedHashMap<>();
    for (EnvVar variable : container().getEnv()) {
      if (environment.put(variable.getName(), Rendered.said(variable)) != null) {
        throw new AssertionError(name() + " sets " + variable.getName() + " twice");
      }
    }
    return environment;
  }

  /** The secrets mounted as files. */
  List<SecretVolumeSource> secretFiles() {
    return pod().getVolumes().stream().map(Volume::getSecret).filter(Objects::nonNull).toList();
  }

  /** Whether it is a Spring service or a run of one: started from an executable jar. */
  boolean spring() {
    return container().getArgs().contains("-jar");
  }

  /** The module whose jar is started. */
  String module() {
    List<String> arguments = container().getArgs();
    String jar = arguments.get(arguments.indexOf("-jar") + 1);
    return jar.substring(jar.lastIndexOf('/') + 1).replace(".jar", "");
  }
}
