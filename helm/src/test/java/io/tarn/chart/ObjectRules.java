package io.tarn.chart;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What must hold over the objects of every release, whatever its values are. */
final class ObjectRules {

  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
  private static final Pattern VERSIONED = Pattern.compile("helm\\.sh/chart|.*/version");
  private static final int LONGEST_CRON_NAME = 52;
  private static final String CHART_LABEL = "helm.sh/chart";

  private final Rendered rendered;
  private final Set<String> otherAccounts;
  private final List<String> broken = new ArrayList<>();

  private ObjectRules(Rendered rendered, Set<String> otherAccounts) {
    this.rendered = rendered;
    this.otherAccounts = otherAccounts;
  }

  /**
   * Which rules are broken, none when the list is empty.
   *
   * @param otherAccounts service accounts that exist outside the chart
   */
  static List<String> broken(Rendered rendered, Set<String> otherAccounts) {
    ObjectRules rules = new ObjectRules(rendered, otherAccounts);
    rules.names();
    rules.selectors();
    rules.services();
    rules.accounts();
    for (Workload workload : rendered.workloads()) {
      rules.broken.addAll(PodRules.broken(workload));
    }
    return rules.broken;
  }

  private void names() {
    Set<String> seen = new HashSet<>();
    for (HasMetadata object : rendered.objects()) {
      String name = object.getMetadata().getName();
      String where = object.getKind() + "/" + name;
      expect(seen.add(where), where + " is there twice");
      expect(NAME.matcher(name).matches(), where + " is no name");
      expect(
          !(object instanceof CronJob) || name.length() <= LONGEST_CRON_NAME,
          where + " is too long for the names of its jobs");
      expect("memory".equals(object.getMetadata().getNamespace()), where + " has no namespace");
      expect(
          object.getMetadata().getLabels().containsKey(CHART_LABEL), where + " lacks the labels");
    }
  }

  private void selectors() {
    for (Workload workload : rendered.workloads()) {
      expect(
          !workload.podLabels().containsKey(CHART_LABEL),
          workload.name() + " would replace its pods with every version of the chart");
      workload.selector().ifPresent(selector -> selector(workload, selector));
    }
  }

  private void selector(Workload workload, Map<String, String> selector) {
    expect(within(selector, workload.podLabels()), workload.name() + " does not find its pods");
    versionless(workload.name(), selector);
    long others =
        rendered.workloads().stream()
            .filter(
                other ->
                    !other.name().equals(workload.name()) && within(selector, other.podLabels()))
            .count();
    expect(others == 0, workload.name() + " finds pods of others");
  }

  private void services() {
    for (Service service : rendered.all(Service.class)) {
      String where = "Service/" + service.getMetadata().getName();
      Map<String, String> selector = service.getSpec().getSelector();
      versionless(where, selector);
      List<Workload> behind =
          rendered.workloads().stream().filter(w -> within(selector, w.podLabels())).toList();
      expect(behind.size() == 1, where + " leads to " + behind.size() + " workloads");
      for (Workload workload : behind) {
        for (ServicePort port : service.getSpec().getPorts()) {
          String target = port.getTargetPort().getStrVal();
          expect(
              workload.container().getPorts().stream().anyMatch(p -> p.getName().equals(target)),
              where + " leads to port " + target + ", which nobody has");
        }
      }
    }
  }

  private void accounts() {
    Set<String> accounts = new HashSet<>(otherAccounts);
    for (ServiceAccount account : rendered.all(ServiceAccount.class)) {
      accounts.add(account.getMetadata().getName());
      expect(
          Boolean.FALSE.equals(account.getAutomountServiceAccountToken()),
          account.getMetadata().getName() + " gives tokens for Kubernetes");
    }
    for (Workload workload : rendered.workloads()) {
      String named = workload.pod().getServiceAccountName();
      expect(accounts.contains(named), workload.name() + " runs as " + named + ", who is nobody");
    }
  }

  private void versionless(String where, Map<String, String> selector) {
    expect(!selector.isEmpty(), where + " selects everything");
    expect(
        selector.keySet().stream().noneMatch(key -> VERSIONED.matcher(key).matches()),
        where + " selects by a version");
  }

  private static boolean within(Map<String, String> some, Map<String, String> all) {
    return all.entrySet().containsAll(some.entrySet());
  }

  private void expect(boolean held, String otherwise) {
    if (!held) {
      broken.add(otherwise);
    }
  }
}
