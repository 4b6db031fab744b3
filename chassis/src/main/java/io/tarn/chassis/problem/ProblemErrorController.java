package io.tarn.chassis.problem;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Turns what fails outside of any controller, in a filter or in the container, into a problem. */
@Hidden
@RestController
public final class ProblemErrorController implements ErrorController {

  private static final Logger LOG = LoggerFactory.getLogger(ProblemErrorController.class);

  @RequestMapping("${spring.web.error.path:${error.path:/error}}")
  ResponseEntity<ProblemDetail> error(HttpServletRequest request) {
    ProblemDetail document = problem(request).document();
    Object uri = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
    document.setInstance(URI.create(uri == null ? request.getRequestURI() : uri.toString()));
    return ProblemAdvice.answer(document);
  }

  private static Problem problem(HttpServletRequest request) {
    Object failure = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
    if (keysAway(failure)) {
      LOG.warn("tokens cannot be checked: {}", String.valueOf(failure));
      return Problem.of(
          HttpStatus.SERVICE_UNAVAILABLE,
          "dependency-unavailable",
          "the keys that tokens are checked with cannot be read now, ask again");
    }
    HttpStatus status = status(request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE));
    return Problem.of(
        status,
        ProblemAdvice.code(status),
        status.is5xxServerError()
            ? "the service failed; its log has the reason"
            : status.getReasonPhrase());
  }

  private static boolean keysAway(@Nullable Object failure) {
    for (Throwable cause = failure instanceof Throwable thrown ? thrown : null;
        cause != null;
        cause = cause.getCause()) {
      if (cause instanceof AuthenticationServiceException) {
        return true;
      }
    }
    return false;
  }

  private static HttpStatus status(@Nullable Object code) {
    HttpStatus known = code instanceof Integer number ? HttpStatus.resolve(number) : null;
    return known == null ? HttpStatus.NOT_FOUND : known;
  }
}
