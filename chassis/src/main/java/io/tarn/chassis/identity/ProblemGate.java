package io.tarn.chassis.identity;

import io.tarn.chassis.problem.Problem;
import io.tarn.chassis.problem.ProblemWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;

/** Answers those who may not in with a problem document. */
final class ProblemGate implements AuthenticationEntryPoint, AccessDeniedHandler {

  private final ProblemWriter problems;

  ProblemGate(ProblemWriter problems) {
    this.problems = problems;
  }

  @Override
  public void commence(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
      throws IOException {
    response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
    problems.write(
        request,
        response,
        Problem.of(
            HttpStatus.UNAUTHORIZED,
            "unauthenticated",
            "a valid bearer token is needed: " + e.getMessage()));
  }

  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException e)
      throws IOException {
    problems.write(
        request,
        response,
        Problem.of(
            HttpStatus.FORBIDDEN, "forbidden", "the token lacks the scope that this call needs"));
  }
}
