package io.tarn.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RenderTest {

  private static final List<String> SERVICES =
      List.of("model-trainer", "pool-manager", "scheduler", "telemetry-collector");

  private static final Map<String, List<String>> OBJECTS =
      Map.of(
          "scheduler.enabled", service("scheduler"),
          "poolManager.enabled", service("pool-manager"),
          "telemetryCollector.enabled", service("telemetry-collector"),
          "modelTrainer.enabled", service("model-trainer"),
          "modelTrainer.nightly.enabled", List.of("CronJob/nightly-training"),
          "hostAgent.enabled",
              List.of("ConfigMap/host-agent", "DaemonSet/host-agent", "ServiceAccount/host-agent"),
          "migration.enabled", List.of("Job/migration", "ServiceAccount/migration"));

  private static List<String> service(String component) {
    return List.of(
        "Deployment/" + component, "Service/" + component, "ServiceAccount/" + component);
  }

  @Test
  void everything_byDefault_exceptAgents() {
    assertThat(Chart.render(Values.least()).kinds())
        .containsExactlyInAnyOrderElementsOf(expected(Set.of("hostAgent.enabled")));
  }

  @Test
  void toggles_eachOffAndEachAlone_leaveWhatTheyShould_andNoRuleBroken() {
    List<Set<String>> cases = new ArrayList<>();
    cases.add(Set.of());
    cases.add(OBJECTS.keySet());
    for (String toggle : OBJECTS.keySet()) {
      cases.add(Set.of(toggle));
      Set<String> others = new TreeSet<>(OBJECTS.keySet());
      others.remove(toggle);
      cases.add(others);
    }
    for (Set<String> off : cases) {
      Rendered rendered = Chart.render(without(off));
      assertThat(rendered.kinds())
          .as("without %s", off)
          .containsExactlyInAnyOrderElementsOf(expected(off));
      assertThat(ObjectRules.broken(rendered, Set.of())).as("without %s", off).isEmpty();
    }
  }

  private static Values without(Set<String> off) {
    Values values = Values.all();
    for (String toggle : off) {
      values = values.with(toggle, false);
    }
    if (off.contains("poolManager.enabled")) {
      values = values.with("poolManager.url", "http://pools.example");
    }
    if (off.contains("modelTrainer.enabled")) {
      values = values.with("modelTrainer.url", "http://trainer.example");
    }
    return values;
  }

  private static List<String> expected(Set<String> off) {
    List<String> expected = new ArrayList<>();
    OBJECTS.forEach(
        (toggle, objects) -> {
          boolean parentOff =
              toggle.equals("modelTrainer.nightly.enabled") && off.contains("modelTrainer.enabled");
          if (!off.contains(toggle) && !parentOff) {
            expected.addAll(objects);
          }
        });
    return expected;
  }

  @Test
  void names_withTheLongestReleaseName_staySmallAndDistinct() {
    Rendered rendered = Chart.render("r" + "-x".repeat(26), Values.all());
    assertThat(ObjectRules.broken(rendered, Set.of())).isEmpty();
  }

  @Test
  void names_canBeReplaced() {
    assertThat(names(Values.least())).allMatch(name -> name.startsWith("live-tarn-"));
    assertThat(names(Values.least().with("nameOverride", "pond")))
        .allMatch(name -> name.startsWith("live-pond-"));
    assertThat(names(Values.least().with("fullnameOverride", "pooled")))
        .allMatch(name -> name.startsWith("pooled-"));
    assertThat(Chart.render("tarn", Values.least()).objects())
        .allMatch(object -> object.getMetadata().getName().matches("tarn-(?!tarn).*"));
  }

  private static Set<String> names(Values values) {
    return Chart.render(values).objects().stream()
        .map(object -> object.getMetadata().getName())
        .collect(Collectors.toSet());
  }

  @Test
  void selectors_afterAnUpgradeOfTheImages_areTheSame() {
    Rendered old = Chart.render(Values.all());
    Rendered next = Chart.render(Values.all().with("image.tag", "9.9.9"));
    assertThat(next.workloads().stream().map(Workload::selector).toList())
        .isEqualTo(old.workloads().stream().map(Workload::selector).toList());
  }

  @Test
  void replicas_areThoseAskedFor() {
    for (String key : List.of("scheduler", "poolManager", "telemetryCollector", "modelTrainer")) {
      Rendered rendered = Chart.render(Values.least().with(key + ".replicas", 7));
      assertThat(rendered.all(Deployment.class))
          .filteredOn(deployment -> deployment.getSpec().getReplicas() == 7)
          .hasSize(1);
    }
  }

  @Test
  void migration_runsOnce_beforeEverythingElse() {
    Rendered rendered = Chart.render(Values.least());
    Job job = rendered.all(Job.class).get(0);
    assertThat(job.getMetadata().getAnnotations())
        .containsEntry(Chart.SHOWN, "pre-install,pre-upgrade")
        .containsEntry(Chart.SHOWN + "-delete-policy", "before-hook-creation");
    ServiceAccount account =
        rendered.all(ServiceAccount.class).stream()
            .filter(a -> Rendered.component(a).equals("migration"))
            .findFirst()
            .orElseThrow();
    assertThat(account.getMetadata().getAnnotations())
        .containsEntry(Chart.SHOWN, "pre-install,pre-upgrade");
    assertThat(weight(account)).isLessThan(weight(job));
    assertThat(job.getSpec().getTemplate().getSpec().getServiceAccountName())
        .isEqualTo(account.getMetadata().getName());
    assertThat(rendered.objects())
        .filteredOn(RenderTest::hooked)
        .containsExactlyInAnyOrder(job, account);
    assertThat(Chart.text(Values.least()))
        .as("hooks are Helm's own")
        .contains("kind: CronJob")
        .doesNotContain("kind: Job\n");
  }

  private static boolean hooked(HasMetadata object) {
    Map<String, String> annotations = object.getMetadata().getAnnotations();
    return annotations != null && annotations.containsKey(Chart.SHOWN);
  }

  private static int weight(HasMetadata object) {
    return Integer.parseInt(object.getMetadata().getAnnotations().get(Chart.SHOWN + "-weight"));
  }

  @Test
  void migration_withAnIncompleteEnvironment_isNotTriedAgain() {
    Job job = Chart.render(Values.least()).all(Job.class).get(0);
    assertThat(job.getSpec().getTemplate().getSpec().getRestartPolicy()).isEqualTo("Never");
    assertThat(job.getSpec().getActiveDeadlineSeconds()).isEqualTo(600);
    PodFailurePolicyRule rule = job.getSpec().getPodFailurePolicy().getRules().get(0);
    assertThat(rule.getAction()).isEqualTo("FailJob");
    assertThat(rule.getOnExitCodes().getValues()).containsExactly(2);
    assertThat(rule.getOnExitCodes().getContainerName())
        .isEqualTo(job.getSpec().getTemplate().getSpec().getContainers().get(0).getName());
  }

  @Test
  void nightlyTraining_isOneAtATime_asTheTrainer() {
    Rendered rendered =
        Chart.render(
            Values.least()
                .with("modelTrainer.nightly.suspend", true)
                .with("models.scenario", 222)
                .with("modelTrainer.nightly.schedule", "0 4 * * 1")
                .with("modelTrainer.nightly.timeZone", "Europe/Berlin")
                .with("modelTrainer.nightly.deadlineSeconds", 60));
    CronJob cron = rendered.all(CronJob.class).get(0);
    assertThat(cron.getSpec().getSuspend()).isTrue();
    assertThat(cron.getSpec().getSchedule()).isEqualTo("0 4 * * 1");
    assertThat(cron.getSpec().getTimeZone()).isEqualTo("Europe/Berlin");
    assertThat(cron.getSpec().getConcurrencyPolicy()).isEqualTo("Forbid");
    assertThat(cron.getSpec().getJobTemplate().getSpec().getActiveDeadlineSeconds()).isEqualTo(60);
    PodFailurePolicyRule rule =
        cron.getSpec().getJobTemplate().getSpec().getPodFailurePolicy().getRules().get(0);
    assertThat(rule.getOnExitCodes().getValues()).containsExactly(10, 11);
    Workload nightly = rendered.workload("nightly-training");
    assertThat(rule.getOnExitCodes().getContainerName()).isEqualTo(nightly.container().getName());
    assertThat(nightly.container().getArgs()).endsWith("--tarn.training.once=222");
    Workload trainer = rendered.workload("model-trainer");
    assertThat(nightly.container().getImage()).isEqualTo(trainer.container().getImage());
    assertThat(nightly.environment()).isEqualTo(trainer.environment());
    assertThat(nightly.secretFiles()).isEqualTo(trainer.secretFiles());
    assertThat(nightly.pod().getServiceAccountName())
        .isEqualTo(trainer.pod().getServiceAccountName());
  }

  @Test
  void agentsAlone_needTheBusAndThePoolManager() {
    Values values =
        Values.none()
            .with("scheduler.enabled", false)
            .with("poolManager.enabled", false)
            .with("telemetryCollector.enabled", false)
            .with("modelTrainer.enabled", false)
            .with("migration.enabled", false)
            .with("hostAgent.enabled", true)
            .with("hostAgent.tokens.hostPath", "/etc/tarn/tokens")
            .with("kafka.bootstrapServers", "kafka.example:9093")
            .with("kafka.existingSecret", "tarn-kafka")
            .with("poolManager.url", "http://tarn-pool-manager.tarn:8081");
    assertThat(Chart.render(values).kinds())
        .containsExactly(
            "ConfigMap/host-agent", "DaemonSet/host-agent", "ServiceAccount/host-agent");
  }

  @Test
  void services_areReplacedOneByOne_withoutAGap() {
    for (Deployment deployment : Chart.render(Values.least()).all(Deployment.class)) {
      assertThat(SERVICES).contains(Rendered.component(deployment));
      assertThat(
              deployment.getSpec().getStrategy().getRollingUpdate().getMaxUnavailable().getIntVal())
          .isZero();
    }
  }
}
