package io.tarn.local.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.fleet.Arrival;
import io.tarn.fleet.Fleet;
import io.tarn.local.cluster.ClusterShape;
import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Json;
import io.tarn.local.home.Mode;
import io.tarn.local.plan.StackFile;
import io.tarn.local.plan.StackOptions;
import io.tarn.local.rest.FakeService;
import io.tarn.local.rest.FakeService.Answer;
import io.tarn.local.rest.Persistent;
import io.tarn.local.rest.RestClient;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Timeout(60)
class LessonsTest {

  private static final long SEED = 4;

  @Test
  void tellSensitivity_namesEachWorkloadOfEachCustomerOnceWithWhatTheFleetMeasures()
      throws Exception {
    List<Arrival> vms = new Fleet(SEED).vmsOfDay(0);
    Set<String> told = new HashSet<>();
    try (FakeService trainer =
        FakeService.start(
            call -> {
              JsonNode runs = Json.MAPPER.readTree(call.body()).path("runs");
              runs.forEach(
                  run -> {
                    assertThat(told.add(run.path("workloadId").asString())).isTrue();
                    assertThat(run.path("scenario").asInt()).isEqualTo(182);
                  });
              return new Answer(200, "{\"kept\":" + runs.size() + "}");
            })) {
      assertThat(lessons(trainer).tellSensitivity(vms)).isEqualTo(told.size());
    }
    assertThat(told)
        .hasSizeGreaterThan(100)
        .allMatch(
            id -> vms.stream().anyMatch(vm -> id.equals(vm.customer() + "/" + vm.workload())));
  }

  @Test
  void train_asksUntilTheTrainingHasEnded() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (FakeService trainer =
        FakeService.start(
            call -> {
              String state = asked.incrementAndGet() < 4 ? "RUNNING" : "PROMOTED";
              return new Answer(
                  call.method().equals("POST") ? 202 : 200,
                  "{\"trainingId\":\"t\",\"pairId\":\"p182-1\",\"state\":\"" + state + "\"}");
            })) {
      assertThat(lessons(trainer).train(7).pairId()).isEqualTo("p182-1");
    }
    assertThat(asked).hasValue(4);
  }

  @Test
  void train_refused_saysWhy() throws Exception {
    try (FakeService trainer =
        FakeService.start(
            call ->
                new Answer(409, "{\"code\":\"training-runs\",\"detail\":\"one is under way\"}"))) {
      assertThatThrownBy(() -> lessons(trainer).train(7))
          .isInstanceOf(CannotStart.class)
          .hasMessageContaining("training-runs: one is under way");
    }
  }

  @Test
  void awaitServing_readsTheSchedulersMetrics() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (FakeService scheduler =
        FakeService.start(
            call ->
                new Answer(
                    200,
                    "tarn_prediction_pair_serving{pair=\"p182-"
                        + (asked.incrementAndGet() < 3 ? "old" : "new")
                        + "\"} 1.0\n"))) {
      lessons(scheduler).awaitServing("p182-new");
    }
    assertThat(asked).hasValue(3);
  }

  /** One service stands for trainer and scheduler. */
  private static Lessons lessons(FakeService service) {
    StackOptions options =
        new StackOptions(
            Mode.DEMO, StackOptions.POND, ClusterShape.USUAL, false, true, SEED, Map.of(), 1, 1);
    StackFile file =
        new StackFile(
            options,
            Map.of("model-trainer", URI.create(service.base()).getPort()),
            List.of(service.base()),
            List.of(),
            "",
            "",
            "",
            "");
    return new Lessons(file, new Persistent(new RestClient(() -> null), Duration.ofSeconds(20)));
  }
}
