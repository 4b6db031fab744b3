package io.tarn.trainer.ingress;

import io.tarn.chassis.problem.Problem;
import io.tarn.contracts.Check;
import io.tarn.trainer.run.TrainingRequest;
import io.tarn.trainer.run.TrainingView;
import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Trainings over REST. */
@RestController
@RequestMapping("/v1/trainings")
class TrainingController {

  private static final long DEFAULT_SEED = 1;

  private final TrainingDesk desk;

  TrainingController(TrainingDesk desk) {
    this.desk = desk;
  }

  /**
   * Asks for a training.
   *
   * @param scenario 182 or 222
   * @param seed default 1
   * @param promote default true
   */
  record Body(@Nullable Integer scenario, @Nullable Long seed, @Nullable Boolean promote) {

    TrainingRequest request() {
      return new TrainingRequest(
          Check.present("scenario", scenario, "182 or 222"),
          Objects.requireNonNullElse(seed, DEFAULT_SEED),
          Objects.requireNonNullElse(promote, true));
    }
  }

  @PostMapping
  ResponseEntity<TrainingView> start(@RequestBody Body body) {
    String trainingId =
        desk.start(body.request())
            .orElseThrow(
                () ->
                    Problem.of(
                            HttpStatus.CONFLICT,
                            "training-runs",
                            "another training is under way; one runs at a time")
                        .raised());
    return ResponseEntity.accepted()
        .location(URI.create("/v1/trainings/" + trainingId))
        .body(get(trainingId));
  }

  @GetMapping("/{trainingId}")
  TrainingView get(@PathVariable String trainingId) {
    return desk.find(trainingId).orElseThrow(() -> Problems.notFound("training", trainingId));
  }
}
