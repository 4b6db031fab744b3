package io.tarn.chassis.problem;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import tools.jackson.databind.json.JsonMapper;

/** Answers with a problem document before a request has reached a controller. */
public final class ProblemWriter {

  private final JsonMapper json;

  /**
   * @param json the service's own
   */
  public ProblemWriter(JsonMapper json) {
    this.json = json;
  }

  /** Writes the whole answer. */
  public void write(HttpServletRequest request, HttpServletResponse response, Problem problem)
      throws IOException {
    ProblemDetail document = problem.document();
    document.setInstance(URI.create(request.getRequestURI()));
    response.setStatus(problem.status().value());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    if (problem.status() == HttpStatus.SERVICE_UNAVAILABLE) {
      response.setHeader(HttpHeaders.RETRY_AFTER, "1");
    }
    response.getOutputStream().write(json.writeValueAsBytes(document));
  }
}
