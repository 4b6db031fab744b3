package io.tarn.emulator.http;

/** Carries a problem from where it is found to where it is answered. */
final class ProblemException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  ProblemException(Problem problem) {
    super(problem.detail());
    this.problem = problem;
  }

  Problem problem() {
    return problem;
  }
}
