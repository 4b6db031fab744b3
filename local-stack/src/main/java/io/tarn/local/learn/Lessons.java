package io.tarn.local.learn;

import io.tarn.contracts.Check;
import io.tarn.fleet.Arrival;
import io.tarn.fleet.Fleet;
import io.tarn.fleet.vm.Scenario;
import io.tarn.local.home.CannotStart;
import io.tarn.local.plan.StackFile;
import io.tarn.local.rest.Persistent;
import io.tarn.local.rest.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Has models trained by the stack's trainer, as an operator would: over its API. */
public final class Lessons {

  /** How slow the pools of the simulated hosts are. */
  public static final Scenario SCENARIO = Scenario.S182;

  private static final int MOST_RUNS = 5_000;
  private static final Duration TRAINING_PATIENCE = Duration.ofMinutes(10);
  private static final Duration LOADING_PATIENCE = Duration.ofMinutes(1);
  private static final long POLL_MILLIS = 200;

  private final StackFile stack;
  private final Persistent calls;
  private final List<String> trainer;

  /**
   * @param stack whose policy learns
   * @param calls makes the calls
   */
  public Lessons(StackFile stack, Persistent calls) {
    this.stack = stack;
    this.calls = calls;
    this.trainer = List.of(stack.trainer());
  }

  /**
   * Tells the trainer how much the workloads of these VMs slow down on the pool, measured on the
   * fleet that the hosts simulate.
   *
   * @return how many workloads were told of
   * @throws CannotStart when the trainer refuses or does not answer
   */
  public int tellSensitivity(Collection<Arrival> vms) throws CannotStart, InterruptedException {
    Fleet fleet = new Fleet(stack.options().seed());
    Map<String, Map<String, Object>> runs = new TreeMap<>();
    for (Arrival vm : vms) {
      String workload = vm.workload();
      if (vm.customer() != null && workload != null) {
        runs.computeIfAbsent(
            vm.customer() + "/" + workload,
            id ->
                Map.of(
                    "workloadId",
                    id,
                    "scenario",
                    SCENARIO.percent(),
                    "slowdownPercent",
                    fleet.sensitivityRun(workload, SCENARIO).slowdownPercent()));
      }
    }
    List<Map<String, Object>> all = new ArrayList<>(runs.values());
    for (int from = 0; from < all.size(); from += MOST_RUNS) {
      List<Map<String, Object>> some = all.subList(from, Math.min(all.size(), from + MOST_RUNS));
      asked("POST", "/v1/sensitivity-runs", Map.of("runs", some));
    }
    return all.size();
  }

  /**
   * Has a pair trained and waits for the end.
   *
   * @param seed of the training
   * @return what came of it, as the trainer tells
   * @throws CannotStart when the trainer refuses, does not answer or does not end
   */
  public Training train(long seed) throws CannotStart, InterruptedException {
    JsonNode begun =
        asked("POST", "/v1/trainings", Map.of("scenario", SCENARIO.percent(), "seed", seed));
    String path =
        "/v1/trainings/" + Check.text("trainingId", begun.path("trainingId").asString(""));
    JsonNode ended =
        await(
            "the training",
            TRAINING_PATIENCE,
            () -> asked("GET", path, null),
            training -> !training.path("state").asString().equals("RUNNING"));
    return Training.of(ended);
  }

  /**
   * Waits until every scheduler places by a pair.
   *
   * @throws CannotStart when one does not
   */
  public void awaitServing(String pairId) throws CannotStart, InterruptedException {
    for (String scheduler : stack.schedulers()) {
      JsonNode unused =
          await(
              scheduler + " to place by " + pairId,
              LOADING_PATIENCE,
              () -> asked(List.of(scheduler), "GET", "/actuator/prometheus", null),
              metrics -> metrics.asString("").contains("pair=\"" + pairId + "\""));
    }
  }

  /**
   * What the trainer tells of a pair.
   *
   * @throws CannotStart when it knows none of that name or does not answer
   */
  public JsonNode pair(String pairId) throws CannotStart, InterruptedException {
    return asked("GET", "/v1/models/" + pairId, null);
  }

  private JsonNode asked(String method, String path, @Nullable Object body)
      throws CannotStart, InterruptedException {
    return asked(trainer, method, path, body);
  }

  private JsonNode asked(List<String> targets, String method, String path, @Nullable Object body)
      throws CannotStart, InterruptedException {
    try {
      Reply reply = calls.call(method, targets, path, body, 0);
      if (!reply.ok()) {
        throw new CannotStart(method + " " + targets.get(0) + path + ": " + reply.detail());
      }
      return reply.body();
    } catch (IOException e) {
      throw new CannotStart(method + " " + targets.get(0) + path + ": " + e.getMessage(), e);
    }
  }

  private static JsonNode await(
      String what, Duration patience, Question question, Predicate<JsonNode> enough)
      throws CannotStart, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    JsonNode answer = question.ask();
    while (!enough.test(answer)) {
      if (System.nanoTime() > deadline) {
        throw new CannotStart("Waited for " + what + " for " + patience.toSeconds() + " s.");
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      answer = question.ask();
    }
    return answer;
  }

  private interface Question {
    JsonNode ask() throws CannotStart, InterruptedException;
  }
}
