package io.tarn.trainer.ingress;

import io.tarn.chassis.problem.Problem;
import io.tarn.chassis.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** Refusals that several controllers share. */
final class Problems {

  private Problems() {}

  static ProblemException notFound(String kind, String name) {
    return Problem.of(HttpStatus.NOT_FOUND, "not-found", "there is no " + kind + " " + name)
        .raised();
  }
}
