package io.tarn.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Probe;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.boot.convert.DurationStyle;

/** Commands, ports and probes are those that the sources, and with them the local stack, have. */
class CommandsTest {

  private final Sources sources = new Sources();
  private final Rendered rendered = Chart.render(Values.all());

  @Test
  void services_areStartedFromTheirModulesJar() {
    Set<String> modules = new TreeSet<>();
    for (Workload workload : rendered.workloads()) {
      if (workload.spring()) {
        assertThat(workload.container().getCommand()).containsExactly("java");
        assertThat(workload.container().getArgs())
            .contains("/opt/tarn/" + workload.module() + ".jar");
        modules.add(workload.module());
        if (sources.modules().contains(workload.module())) {
          assertThat(sources.file(workload.module() + "/pom.xml"))
              .contains("<artifactId>spring-boot-maven-plugin</artifactId>");
        }
      }
    }
    assertThat(modules)
        .containsExactly(
            "model-trainer", "pool-manager", "scheduler-service", "telemetry-collector");
  }

  @Test
  void services_listenWhereTheirSettingsSay() {
    for (Workload workload : servicesHere()) {
      int port = sources.settings(workload.module()).at("/server/port").asInt();
      assertThat(workload.environment()).containsEntry("SERVER_PORT", Integer.toString(port));
      assertThat(workload.container().getPorts())
          .singleElement()
          .satisfies(p -> assertThat(p.getContainerPort()).isEqualTo(port));
    }
  }

  @Test
  void services_ports_areAllDistinct() {
    assertThat(
            rendered.workloads().stream()
                .filter(w -> w.object().getKind().equals("Deployment"))
                .map(w -> w.environment().get("SERVER_PORT")))
        .containsExactlyInAnyOrder("8080", "8081", "8084", "8085");
  }

  @Test
  void services_answerTheirProbes_withoutAToken() {
    String gate = sources.mainSource("chassis", "IdentityAutoConfiguration");
    String open = gate.substring(gate.indexOf("PROBES = {"), gate.indexOf("};"));
    for (Workload workload : servicesHere()) {
      Container container = workload.container();
      assertThat(path(container.getLivenessProbe())).isEqualTo("/livez");
      assertThat(path(container.getStartupProbe())).isEqualTo("/livez");
      assertThat(path(container.getReadinessProbe())).isEqualTo("/readyz");
      assertThat(open).contains("\"/livez\"").contains("\"/readyz\"");
      JsonNode probes =
          sources.settings(workload.module()).at("/management/endpoint/health/probes");
      assertThat(probes.path("enabled").asBoolean()).isTrue();
      assertThat(probes.path("add-additional-paths").asBoolean()).isTrue();
    }
  }

  private static String path(Probe probe) {
    return probe.getHttpGet().getPath();
  }

  @Test
  void services_haveTheTimeToStop() {
    for (Workload workload : servicesHere()) {
      String phase =
          sources
              .settings(workload.module())
              .at("/spring/lifecycle/timeout-per-shutdown-phase")
              .asText();
      long grace = workload.pod().getTerminationGracePeriodSeconds();
      assertThat(Duration.ofSeconds(grace))
          .as(workload.module())
          .isGreaterThan(DurationStyle.detectAndParse(phase).multipliedBy(2));
    }
  }

  private List<Workload> servicesHere() {
    List<Workload> here =
        rendered.workloads().stream()
            .filter(w -> w.object().getKind().equals("Deployment"))
            .filter(w -> sources.modules().contains(w.module()))
            .toList();
    assertThat(here).hasSizeGreaterThanOrEqualTo(2);
    return here;
  }

  @Test
  void mainClasses_areThoseThatTheLocalStackStarts() throws Exception {
    String plan = sources.mainSource("local-stack", "ServicePlan");
    for (String component : List.of("host-agent", "migration")) {
      List<String> arguments = rendered.container(component).getArgs();
      String main = arguments.get(arguments.indexOf("/opt/tarn/lib/*") + 1);
      Method method = Class.forName(main).getMethod("main", String[].class);
      assertThat(method).isNotNull();
      assertThat(plan).contains('"' + main + '"');
    }
  }

  @Test
  void agent_hasTheOptionsThatItIsStartedWith() {
    String options =
        sources.mainSource("host-agent", "AgentOptions")
            + sources.mainSource("host-agent", "TelemetryOptions");
    List<String> given =
        rendered.container("host-agent").getArgs().stream()
            .filter(argument -> argument.startsWith("--"))
            .toList();
    assertThat(given).contains("--simulate", "--pool-manager", "--hosts", "--state", "--token-dir");
    assertThat(given)
        .allSatisfy(option -> assertThat(options).contains("names = \"" + option + "\""));
    List<String> more =
        StrictYaml.tree(Chart.file("values.schema.json"))
            .at("/properties/hostAgent/properties/options/properties")
            .properties()
            .stream()
            .map(Map.Entry::getKey)
            .toList();
    assertThat(more)
        .hasSizeGreaterThan(5)
        .allSatisfy(option -> assertThat(options).contains("names = \"--" + option + "\""))
        .noneMatch(option -> given.contains("--" + option));
  }

  @Test
  void agent_answersItsProbe() {
    List<String> arguments = rendered.container("host-agent").getArgs();
    String port = arguments.get(arguments.indexOf("--control-port") + 1);
    assertThat(sources.mainSource("local-stack", "UsualPorts"))
        .contains("Names.AGENTS, " + port + ")");
    assertThat(sources.mainSource("host-agent", "ControlServer")).contains("\"/healthz\"");
    Container agent = rendered.container("host-agent");
    for (Probe probe : List.of(agent.getStartupProbe(), agent.getLivenessProbe())) {
      assertThat(probe.getExec().getCommand())
          .startsWith("curl", "-fsS")
          .endsWith("http://127.0.0.1:" + port + "/healthz");
    }
  }
}
