package io.tarn.chassis.problem;

/** Carries a problem to the HTTP edge. */
public final class ProblemException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  /**
   * @param problem what the client gets
   */
  public ProblemException(Problem problem) {
    super(problem.code() + ": " + problem.detail());
    this.problem = problem;
  }

  /** What the client gets. */
  public Problem problem() {
    return problem;
  }
}
