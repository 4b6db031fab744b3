package io.tarn.chart;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What must hold over every pod, whatever the values are. Restricted is meant as in Kubernetes' Pod
 * Security Standards; the host agent alone may be root and see two folders of its host.
 */
final class PodRules {

  private static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z0-9_]*");
  private static final Pattern SECRET = Pattern.compile("PASSWORD|JAAS|SECRET|CREDENTIAL");
  private static final String AGENT = "host-agent";

  private final Workload workload;
  private final List<String> broken = new ArrayList<>();

  private PodRules(Workload workload) {
    this.workload = workload;
  }

  /** Which rules are broken, none when the list is empty. */
  static List<String> broken(Workload workload) {
    PodRules rules = new PodRules(workload);
    rules.pod();
    rules.container();
    rules.files();
    rules.variables();
    rules.probes();
    return rules.broken;
  }

  private void pod() {
    PodSpec pod = workload.pod();
    PodSecurityContext security = pod.getSecurityContext();
    expect(pod.getContainers().size() == 1, "has not one container");
    expect(Boolean.FALSE.equals(pod.getAutomountServiceAccountToken()), "gets a token");
    expect(Boolean.FALSE.equals(pod.getEnableServiceLinks()), "gets settings from other services");
    expect(
        "RuntimeDefault".equals(security.getSeccompProfile().getType()), "has no seccomp profile");
    expect(
        !yes(pod.getHostNetwork()) && !yes(pod.getHostPID()) && !yes(pod.getHostIPC()),
        "shares a namespace with its host");
    if (!workload.component().equals(AGENT)) {
      expect(Boolean.TRUE.equals(security.getRunAsNonRoot()), "may run as root");
      Long user = security.getRunAsUser();
      expect(user != null && user > 0, "runs as root");
    }
  }

  private void container() {
    Container container = workload.container();
    SecurityContext security = container.getSecurityContext();
    expect(Boolean.FALSE.equals(security.getAllowPrivilegeEscalation()), "may gain privileges");
    expect(Boolean.TRUE.equals(security.getReadOnlyRootFilesystem()), "may change its image");
    expect(!yes(security.getPrivileged()), "is privileged");
    expect(
        security.getCapabilities().getDrop().equals(List.of("ALL"))
            && security.getCapabilities().getAdd().isEmpty(),
        "keeps capabilities");
    expect(!container.getImage().endsWith(":latest"), "runs whatever is latest");
    expect(container.getImage().contains(":"), "runs an image without a tag");
    expect(container.getResources().getLimits().containsKey("memory"), "has no memory limit");
    expect(
        container.getResources().getRequests().keySet().containsAll(Set.of("cpu", "memory")),
        "asks for no resources");
  }

  private void files() {
    Set<String> volumes =
        workload.pod().getVolumes().stream().map(Volume::getName).collect(Collectors.toSet());
    Set<String> mounted =
        workload.container().getVolumeMounts().stream()
            .map(VolumeMount::getName)
            .collect(Collectors.toSet());
    expect(volumes.equals(mounted), "has volumes " + volumes + " and mounts " + mounted);
    for (Volume volume : workload.pod().getVolumes()) {
      boolean own =
          volume.getEmptyDir() != null
              || volume.getSecret() != null
              || volume.getConfigMap() != null;
      boolean host = volume.getHostPath() != null && workload.component().equals(AGENT);
      expect(own || host, "has volume " + volume.getName() + " of a kind that is not restricted");
    }
    for (VolumeMount mount : workload.container().getVolumeMounts()) {
      boolean written = mount.getName().equals("tmp") || mount.getName().equals("state");
      expect(written || yes(mount.getReadOnly()), "may write to " + mount.getName());
    }
  }

  private void variables() {
    Set<String> seen = new HashSet<>();
    for (EnvVar variable : workload.container().getEnv()) {
      String name = variable.getName();
      expect(seen.add(name), "sets " + name + " twice");
      expect(VARIABLE.matcher(name).matches(), "sets " + name + ", which is no name");
      if (SECRET.matcher(name).find()) {
        expect(
            variable.getValueFrom() != null
                && variable.getValueFrom().getSecretKeyRef() != null
                && variable.getValue() == null,
            "has " + name + " in the open");
      }
    }
  }

  private void probes() {
    Container container = workload.container();
    boolean serves = workload.object().getKind().equals("Deployment");
    if (serves) {
      expect(container.getReadinessProbe() != null, "is never known to be ready");
    }
    if (serves || workload.component().equals(AGENT)) {
      expect(container.getLivenessProbe() != null, "is never known to be alive");
      expect(container.getStartupProbe() != null, "has no time to start");
    }
    Stream.of(
            container.getReadinessProbe(),
            container.getLivenessProbe(),
            container.getStartupProbe())
        .forEach(this::probe);
  }

  private void probe(@Nullable Probe probe) {
    if (probe == null || probe.getHttpGet() == null) {
      return;
    }
    String port = probe.getHttpGet().getPort().getStrVal();
    expect(
        workload.container().getPorts().stream().anyMatch(p -> p.getName().equals(port)),
        "is probed at port " + port + ", which it does not have");
  }

  private static boolean yes(@Nullable Boolean value) {
    return Boolean.TRUE.equals(value);
  }

  private void expect(boolean held, String otherwise) {
    if (!held) {
      broken.add(workload.name() + " " + otherwise);
    }
  }
}
