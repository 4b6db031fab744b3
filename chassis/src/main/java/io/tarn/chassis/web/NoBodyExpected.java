package io.tarn.chassis.web;

import io.tarn.chassis.problem.Problem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses a body where none is read: what a client sends and nobody looks at is an error of its.
 */
final class NoBodyExpected implements HandlerInterceptor {

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (hasBody(request) && handler instanceof HandlerMethod method && !readsBody(method)) {
      throw Problem.field(
              HttpStatus.BAD_REQUEST,
              "invalid-request",
              "",
              "the request has a body, and " + request.getMethod() + " reads none here",
              "no body")
          .raised();
    }
    return true;
  }

  private static boolean hasBody(HttpServletRequest request) {
    return request.getContentLengthLong() > 0
        || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
  }

  private static boolean readsBody(HandlerMethod method) {
    return !method.getBeanType().getName().startsWith("io.tarn.")
        || Arrays.stream(method.getMethodParameters()).anyMatch(NoBodyExpected::isBody);
  }

  private static boolean isBody(MethodParameter parameter) {
    return parameter.hasParameterAnnotation(RequestBody.class);
  }
}
