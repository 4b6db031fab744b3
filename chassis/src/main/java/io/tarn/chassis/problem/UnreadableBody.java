package io.tarn.chassis.problem;

import io.tarn.contracts.InvalidField;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Says of a body that cannot be read which field is wrong and what would be right. */
final class UnreadableBody {

  private static final String CODE = "invalid-request";

  private UnreadableBody() {}

  static Problem problem(HttpMessageNotReadableException unreadable) {
    for (Throwable cause = unreadable.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidField field) {
        return problem(field);
      }
    }
    if (unreadable.getCause() instanceof UnrecognizedPropertyException unknown) {
      return unknownField(unknown);
    }
    if (unreadable.getCause() instanceof MismatchedInputException mismatch) {
      return wrongType(mismatch);
    }
    if (unreadable.getCause() instanceof StreamReadException syntax) {
      return Problem.of(
          HttpStatus.BAD_REQUEST,
          CODE,
          "the body is no JSON: line "
              + syntax.getLocation().getLineNr()
              + ", column "
              + syntax.getLocation().getColumnNr());
    }
    return Problem.of(HttpStatus.BAD_REQUEST, CODE, "the body is missing or no JSON object");
  }

  static Problem problem(InvalidField invalid) {
    return Problem.field(
        HttpStatus.BAD_REQUEST,
        CODE,
        invalid.field(),
        String.valueOf(invalid.getMessage()),
        invalid.accepted());
  }

  private static Problem unknownField(UnrecognizedPropertyException unknown) {
    String known =
        unknown.getKnownPropertyIds() == null
            ? ""
            : unknown.getKnownPropertyIds().stream()
                .map(String::valueOf)
                .sorted()
                .collect(Collectors.joining(", "));
    String field = path(unknown);
    return Problem.field(
        HttpStatus.BAD_REQUEST, CODE, field, "the field " + field + " is unknown", known);
  }

  private static Problem wrongType(MismatchedInputException mismatch) {
    String field = path(mismatch);
    Class<?> target = mismatch.getTargetType();
    String accepted = target == null ? "another type" : accepted(target);
    String detail = field.isEmpty() ? "the body is no " + accepted : field + " is no " + accepted;
    return Problem.field(HttpStatus.BAD_REQUEST, CODE, field, detail, accepted);
  }

  /** What a client may write where this type is expected. */
  static String accepted(Class<?> type) {
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(String::valueOf)
          .collect(Collectors.joining(", "));
    }
    if (type == int.class || type == Integer.class) {
      return "whole number from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE;
    }
    if (type == long.class || type == Long.class) {
      return "whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE;
    }
    if (type == String.class) {
      return "text";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    return List.class.isAssignableFrom(type) ? "list" : "JSON object";
  }

  private static String path(JacksonException e) {
    StringBuilder path = new StringBuilder();
    for (JacksonException.Reference step : e.getPath()) {
      if (step.getPropertyName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
      }
    }
    return path.toString();
  }
}
