package io.tarn.trainer.ingress;

import io.tarn.contracts.Check;
import io.tarn.trainer.dataset.SensitivityRun;
import io.tarn.trainer.dataset.SensitivityStore;
import java.util.List;
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
   * @param runs 1..5000
   */
  record Body(@Nullable List<SensitivityRun> runs) {}

  /**
   * What was kept.
   *
   * @param kept how many
   */
  record Kept(int kept) {}

  @PostMapping("/v1/sensitivity-runs")
  Kept put(@RequestBody Body body) {
    List<SensitivityRun> runs = Check.items("runs", body.runs());
    Check.range("runs.size", runs.size(), 1, MOST_RUNS);
    store.put(runs);
    return new Kept(runs.size());
  }
}
