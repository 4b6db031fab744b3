package io.tarn.chassis.problem;

import java.io.IOException;
import org.springframework.http.HttpStatus;

/** A request's body turned out to be longer than the service reads. */
public final class BodyTooLargeException extends IOException {

  private static final long serialVersionUID = 1L;

  private final long limit;

  /**
   * @param limit the longest body that the service reads, in bytes
   */
  public BodyTooLargeException(long limit) {
    super("the body is longer than " + limit + " bytes");
    this.limit = limit;
  }

  /** What the client gets. */
  public Problem problem() {
    return Problem.field(
        HttpStatus.CONTENT_TOO_LARGE,
        "body-too-large",
        "",
        String.valueOf(getMessage()),
        "0.." + limit + " bytes");
  }
}
