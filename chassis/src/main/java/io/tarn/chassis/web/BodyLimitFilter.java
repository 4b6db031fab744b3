package io.tarn.chassis.web;

import io.tarn.chassis.problem.BodyTooLargeException;
import io.tarn.chassis.problem.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses bodies that are too long: at once when the client says so, else when the byte too many is
 * read.
 */
final class BodyLimitFilter extends OncePerRequestFilter {

  private final long limit;
  private final ProblemWriter problems;

  /**
   * @param limit bytes
   */
  BodyLimitFilter(long limit, ProblemWriter problems) {
    this.limit = limit;
    this.problems = problems;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (request.getContentLengthLong() > limit) {
      problems.write(request, response, new BodyTooLargeException(limit).problem());
    } else {
      chain.doFilter(new LimitedRequest(request, limit), response);
    }
  }
}
