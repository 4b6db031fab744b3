package io.tarn.chart;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The objects of a release. */
record Rendered(List<HasMetadata> objects) {

  private static final String COMPONENT = "app.kubernetes.io/component";

  Rendered {
    objects = List.copyOf(objects);
  }

  /** All of a kind. */
  <T extends HasMetadata> List<T> all(Class<T> kind) {
    return objects.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** {@code Kind/component} of every object, sorted. */
  List<String> kinds() {
    return objects.stream().map(o -> o.getKind() + "/" + component(o)).sorted().toList();
  }

  /** Every object that has pods. */
  List<Workload> workloads() {
    List<Workload> workloads = new ArrayList<>();
    for (HasMetadata object : objects) {
      if (object instanceof Deployment deployment) {
        workloads.add(
            new Workload(
                deployment,
                Optional.of(deployment.getSpec().getSelector().getMatchLabels()),
                deployment.getSpec().getTemplate()));
      } else if (object instanceof DaemonSet daemons) {
        workloads.add(
            new Workload(
                daemons,
                Optional.of(daemons.getSpec().getSelector().getMatchLabels()),
                daemons.getSpec().getTemplate()));
      } else if (object instanceof CronJob cron) {
        workloads.add(
            new Workload(
                cron, Optional.empty(), cron.getSpec().getJobTemplate().getSpec().getTemplate()));
      } else if (object instanceof Job job) {
        workloads.add(new Workload(job, Optional.empty(), job.getSpec().getTemplate()));
      }
    }
    return workloads;
  }

  /** The object of a component that has pods. */
  Workload workload(String component) {
    List<Workload> found =
        workloads().stream().filter(w -> w.component().equals(component)).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " workloads are " + component + " in " + kinds());
    }
    return found.get(0);
  }

  /** The only container of a component. */
  Container container(String component) {
    return workload(component).container();
  }

  /** What a component's environment says, secrets as {@code secret/key}. */
  Map<String, String> environment(String component) {
    return workload(component).environment();
  }

  static String component(HasMetadata object) {
    return object.getMetadata().getLabels().getOrDefault(COMPONENT, "");
  }

  static String said(EnvVar variable) {
    if (variable.getValueFrom() == null) {
      return String.valueOf(variable.getValue());
    }
    if (variable.getValueFrom().getSecretKeyRef() != null) {
      return variable.getValueFrom().getSecretKeyRef().getName()
          + "/"
          + variable.getValueFrom().getSecretKeyRef().getKey();
    }
    return variable.getValueFrom().getFieldRef().getFieldPath();
  }
}
