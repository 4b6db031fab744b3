package io.tarn.chassis.problem;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import java.net.URI;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Says of a body that cannot be read which field is wrong and what would be right. */
final class UnreadableBody {

  private static final String CODE = "invalid-request";

  private UnreadableBody() {}

  static Problem problem(HttpMessageNotReadableException unreadable) {
    for (Throwable cause = unreadable.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof BodyTooLargeException tooLarge) {
        return tooLarge.problem();
      }
      if (cause instanceof InvalidField field) {
        return problem(place(unreadable.getCause()), field);
      }
    }
    if (unreadable.getCause() instanceof UnrecognizedPropertyException unknown) {
      return unknownField(unknown);
    }
    if (unreadable.getCause() instanceof MismatchedInputException mismatch) {
      return wrongType(mismatch);
    }
    if (unreadable.getCause() instanceof InputCoercionException overflow) {
      return wrongType(place(overflow), overflow.getTargetType());
    }
    if (unreadable.getCause() instanceof StreamReadException syntax) {
      return Problem.of(
          HttpStatus.BAD_REQUEST,
          CODE,
          "the body is no JSON as it is read here: line "
              + syntax.getLocation().getLineNr()
              + ", column "
              + syntax.getLocation().getColumnNr()
              + ": "
              + Check.quoted(String.valueOf(syntax.getOriginalMessage())));
    }
    return Problem.of(HttpStatus.BAD_REQUEST, CODE, "the body is missing or no JSON object");
  }

  static Problem problem(InvalidField invalid) {
    return problem("", invalid);
  }

  private static Problem problem(String place, InvalidField invalid) {
    String field = place.isEmpty() ? invalid.field() : place + "." + invalid.field();
    return Problem.field(
        HttpStatus.BAD_REQUEST,
        CODE,
        field,
        String.valueOf(invalid.getMessage()),
        invalid.accepted());
  }

  private static Problem unknownField(UnrecognizedPropertyException unknown) {
    Collection<Object> ids = unknown.getKnownPropertyIds();
    String known =
        ids == null
            ? ""
            : ids.stream().map(String::valueOf).sorted().collect(Collectors.joining(", "));
    String field = place(unknown);
    return Problem.field(
        HttpStatus.BAD_REQUEST,
        CODE,
        field,
        "the field " + Check.quoted(field) + " is unknown",
        known);
  }

  private static Problem wrongType(MismatchedInputException mismatch) {
    if (String.valueOf(mismatch.getOriginalMessage()).startsWith("Trailing token")) {
      return Problem.field(
          HttpStatus.BAD_REQUEST, CODE, "", "the body goes on after its end", "one JSON object");
    }
    return wrongType(place(mismatch), mismatch.getTargetType());
  }

  private static Problem wrongType(String field, @Nullable Class<?> target) {
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
    if (type == URI.class) {
      return "URI";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    return Collection.class.isAssignableFrom(type) ? "list" : "JSON object";
  }

  /** Where in the body it happened, for example {@code observations[3].seen}. */
  private static String place(@Nullable Throwable cause) {
    StringBuilder place = new StringBuilder();
    if (cause instanceof JacksonException e) {
      for (JacksonException.Reference step : e.getPath()) {
        if (step.getPropertyName() == null) {
          place.append('[').append(step.getIndex()).append(']');
        } else {
          place.append(place.isEmpty() ? "" : ".").append(step.getPropertyName());
        }
      }
    }
    return place.toString();
  }
}
