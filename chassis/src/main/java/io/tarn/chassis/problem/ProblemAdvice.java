package io.tarn.chassis.problem;

import io.tarn.chassis.idempotency.AnsweredBeforeException;
import io.tarn.chassis.idempotency.KeyReusedException;
import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import java.util.Locale;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Turns whatever leaves a controller by exception into a problem document. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class ProblemAdvice extends ResponseEntityExceptionHandler {

  private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);

  @ExceptionHandler
  ResponseEntity<ProblemDetail> problem(ProblemException e) {
    return answer(e.problem());
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> invalidField(InvalidField e) {
    return answer(UnreadableBody.problem(e));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> keyReused(KeyReusedException e) {
    return answer(
        Problem.of(
            HttpStatus.UNPROCESSABLE_CONTENT, "request-differs", String.valueOf(e.getMessage())));
  }

  @ExceptionHandler({
    TransientDataAccessException.class,
    RecoverableDataAccessException.class,
    DataAccessResourceFailureException.class,
    CannotCreateTransactionException.class,
    // a rollback on a connection that broke half way hides what broke
    TransactionSystemException.class
  })
  ResponseEntity<ProblemDetail> databaseAway(RuntimeException e) {
    LOG.warn("the database did not answer: {}", String.valueOf(e.getMessage()));
    return answer(
        Problem.of(
            HttpStatus.SERVICE_UNAVAILABLE,
            "dependency-unavailable",
            "the database did not answer; nothing is known to have changed, ask again"));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> serviceAway(ResourceAccessException e) {
    LOG.warn("another service did not answer: {}", String.valueOf(e.getMessage()));
    return answer(
        Problem.of(
            HttpStatus.SERVICE_UNAVAILABLE,
            "dependency-unavailable",
            "another service did not answer; ask again"));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> tooLarge(BodyTooLargeException e) {
    return answer(e.problem());
  }

  @ExceptionHandler
  ResponseEntity<String> answeredBefore(AnsweredBeforeException e) {
    return ResponseEntity.status(e.answer().status())
        .contentType(MediaType.APPLICATION_JSON)
        .body(e.answer().body());
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> bug(Exception e) {
    LOG.error("a request failed", e);
    return answer(
        Problem.of(
            HttpStatus.INTERNAL_SERVER_ERROR,
            "internal",
            "the service failed; its log has the reason"));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> wrongType(MethodArgumentTypeMismatchException e) {
    String accepted = UnreadableBody.accepted(e.getRequiredType(), e.getParameter().getParameter());
    return answer(
        Problem.field(
            HttpStatus.BAD_REQUEST,
            "invalid-request",
            e.getName(),
            e.getName() + " is no " + accepted,
            accepted));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> noForm(MultipartException e) {
    HttpStatus status = HttpStatus.UNSUPPORTED_MEDIA_TYPE;
    return answer(
        Problem.field(
            status, code(status), "Content-Type", "forms are not read", "application/json"));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> unreadableQuery(InvalidParameterException e) {
    return answer(
        Problem.of(
            HttpStatus.BAD_REQUEST,
            "invalid-request",
            "the query cannot be read: " + Check.quoted(String.valueOf(e.getMessage()))));
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
      HandlerMethodValidationException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    if (e.getParameterValidationResults().isEmpty()) {
      return handleExceptionInternal(e, null, headers, status, request);
    }
    MethodParameter parameter = e.getParameterValidationResults().get(0).getMethodParameter();
    Object given = e.getParameterValidationResults().get(0).getArgument();
    Problem problem =
        UnreadableBody.problem(
            new InvalidField(
                String.valueOf(parameter.getParameterName()),
                String.valueOf(given),
                UnreadableBody.range(parameter.getParameter())));
    return ResponseEntity.status(problem.status())
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem.document());
  }

  @Override
  protected ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    Problem problem = UnreadableBody.problem(e);
    return ResponseEntity.status(problem.status())
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem.document());
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleExceptionInternal(
      Exception e,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    HttpStatus known = HttpStatus.valueOf(status.value());
    String detail =
        body instanceof ProblemDetail document && document.getDetail() != null
            ? document.getDetail()
            : String.valueOf(e.getMessage());
    return ResponseEntity.status(status)
        .headers(headers)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(Problem.of(known, code(known), detail).document());
  }

  /** The code of a problem that has no better name than its status. */
  public static String code(HttpStatus status) {
    if (status == HttpStatus.BAD_REQUEST) {
      return "invalid-request";
    }
    if (status == HttpStatus.INTERNAL_SERVER_ERROR) {
      return "internal";
    }
    return status.getReasonPhrase().toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "-");
  }

  private static ResponseEntity<ProblemDetail> answer(Problem problem) {
    return answer(problem.document());
  }

  static ResponseEntity<ProblemDetail> answer(ProblemDetail document) {
    ResponseEntity.BodyBuilder builder =
        ResponseEntity.status(document.getStatus()).contentType(MediaType.APPLICATION_PROBLEM_JSON);
    if (document.getStatus() == HttpStatus.SERVICE_UNAVAILABLE.value()) {
      builder.header(HttpHeaders.RETRY_AFTER, "1");
    }
    return builder.body(document);
  }
}
