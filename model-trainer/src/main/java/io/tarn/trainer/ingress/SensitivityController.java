package io.tarn.trainer.ingress;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.trainer.dataset.SensitivityRun;
import io.tarn.trainer.dataset.SensitivityStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Sensitivity runs over REST. */
@RestController
class SensitivityController {

  private static final int MOST_RUNS = 5_000;

  private final SensitivityStore store;

  SensitivityController(SensitivityStore store) {
    this.store = store;
  }

  /**
   * Runs to keep.
   *
   * @param runs 1..5000, each of another workload or scenario
   */
  record Body(@Nullable List<Run> runs) {}

  /**
   * One of them.
   *
   * @param workloadId {@code {customer}/{workload}}
   * @param scenario 182 or 222
   * @param slowdownPercent against all-local memory, -100..100000
   */
  record Run(
      @Nullable String workloadId, @Nullable Integer scenario, @Nullable Float slowdownPercent) {

    SensitivityRun checked() {
      return new SensitivityRun(
          Check.present("workloadId", workloadId, "{customer}/{workload}"),
          Check.present("scenario", scenario, "182 or 222"),
          Check.present("slowdownPercent", slowdownPercent, "-100..100000"));
    }
  }

  /**
   * What was kept.
   *
   * @param kept how many
   */
  record Kept(int kept) {}

  @PostMapping("/v1/sensitivity-runs")
  Kept put(@RequestBody Body body) {
    List<Run> given = Check.items("runs", Check.present("runs", body.runs(), "1..5000 runs"));
    Check.range("runs.size", given.size(), 1, MOST_RUNS);
    List<SensitivityRun> runs = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      runs.add(checked(given.get(i), "runs[" + i + "]."));
    }
    checkNamedOnce(runs);
    store.put(runs);
    return new Kept(runs.size());
  }

  private static SensitivityRun checked(Run run, String place) {
    try {
      return run.checked();
    } catch (InvalidField e) {
      throw e.within(place);
    }
  }

  private static void checkNamedOnce(List<SensitivityRun> runs) {
    Set<List<Object>> named = new HashSet<>();
    for (SensitivityRun run : runs) {
      if (!named.add(List.of(run.workloadId(), run.scenario()))) {
        throw new InvalidField(
            "runs",
            Check.quoted(run.workloadId()) + " of scenario " + run.scenario() + " twice",
            "each workload and scenario once");
      }
    }
  }
}
