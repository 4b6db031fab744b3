package io.tarn.chassis.web;

import io.tarn.chassis.problem.Problem;
import io.tarn.chassis.problem.ProblemAdvice;
import java.io.IOException;
import java.io.Writer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers with a problem what the container itself refuses, for example a path that it cannot
 * decode; its own answer would be a page.
 */
final class ProblemReportValve extends ErrorReportValve {

  private static final Logger LOG = LoggerFactory.getLogger(ProblemReportValve.class);
  private static final int FIRST_ERROR = 400;

  private final JsonMapper json;

  ProblemReportValve(JsonMapper json) {
    this.json = json;
  }

  @Override
  protected void report(Request request, Response response, @Nullable Throwable failure) {
    if (response.getStatus() < FIRST_ERROR
        || response.getContentWritten() > 0
        || !response.setErrorReported()
        || !mayWrite(response)) {
      return;
    }
    HttpStatus known = HttpStatus.resolve(response.getStatus());
    HttpStatus status = known == null ? HttpStatus.BAD_REQUEST : known;
    Problem problem =
        Problem.of(
            status, ProblemAdvice.code(status), "the request is none that this service reads");
    try {
      response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
      response.setCharacterEncoding("UTF-8");
      Writer writer = response.getReporter();
      if (writer != null) {
        writer.write(json.writeValueAsString(problem.document()));
        response.finishResponse();
      }
    } catch (IOException | IllegalStateException e) {
      LOG.debug("a refusal did not reach its client", e);
    }
  }

  private static boolean mayWrite(Response response) {
    AtomicBoolean allowed = new AtomicBoolean();
    response.getCoyoteResponse().action(ActionCode.IS_IO_ALLOWED, allowed);
    return allowed.get();
  }
}
