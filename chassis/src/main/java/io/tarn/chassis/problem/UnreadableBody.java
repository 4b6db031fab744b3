package io.tarn.chassis.problem;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
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
        return inBody(place(unreadable.getCause()), field);
      }
    }
    if (unreadable.getCause() instanceof UnrecognizedPropertyException unknown) {
      return unknownField(unknown);
    }
    if (unreadable.getCause() instanceof MismatchedInputException mismatch) {
      return wrongType(mismatch);
    }
    if (unreadable.getCause() instanceof InputCoercionException overflow) {
      return wrongType(place(overflow), accepted(overflow.getTargetType(), component(overflow)));
    }
    if (unreadable.getCause() instanceof JacksonException syntax) {
      return wholeBody(
          "the body is no JSON as it is read here: line "
              + syntax.getLocation().getLineNr()
              + ", column "
              + syntax.getLocation().getColumnNr()
              + ": "
              + Check.quoted(String.valueOf(syntax.getOriginalMessage())));
    }
    return wholeBody("the body is missing");
  }

  private static Problem wholeBody(String detail) {
    return Problem.field(HttpStatus.BAD_REQUEST, CODE, "", detail, "one JSON object");
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

  /** A number that is absent is read as 0, so a 0 that is refused may be either. */
  private static Problem inBody(String place, InvalidField invalid) {
    Problem problem = problem(place, invalid);
    String zero = invalid.field() + " is 0, ";
    return problem.detail().startsWith(zero)
        ? Problem.field(
            problem.status(),
            problem.code(),
            String.valueOf(problem.members().get("field")),
            invalid.field() + " is 0 or absent, " + problem.detail().substring(zero.length()),
            invalid.accepted())
        : problem;
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
      return wholeBody("the body goes on after its end");
    }
    return wrongType(place(mismatch), accepted(mismatch.getTargetType(), component(mismatch)));
  }

  private static Problem wrongType(String field, String accepted) {
    String detail = field.isEmpty() ? "the body is no " + accepted : field + " is no " + accepted;
    return Problem.field(HttpStatus.BAD_REQUEST, CODE, field, detail, accepted);
  }

  /**
   * What a client may write where a value is expected.
   *
   * @param type of the value, if known
   * @param declared where its {@link Min} and {@link Max} stand, if anywhere
   */
  static String accepted(@Nullable Class<?> type, @Nullable AnnotatedElement declared) {
    if (type == null) {
      return "another type";
    }
    if (declared == null
        || !declared.isAnnotationPresent(Min.class)
        || !declared.isAnnotationPresent(Max.class)) {
      return accepted(type);
    }
    return "whole number, " + range(declared);
  }

  /** The range that {@link Min} and {@link Max} give. */
  static String range(AnnotatedElement declared) {
    return declared.getAnnotation(Min.class).value()
        + ".."
        + declared.getAnnotation(Max.class).value();
  }

  private static String accepted(Class<?> type) {
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

  /** The accessor of the record component that could not be read, if it was one. */
  private static @Nullable AnnotatedElement component(JacksonException e) {
    AnnotatedElement found = null;
    for (JacksonException.Reference step : e.getPath()) {
      Object from = step.from();
      Class<?> type =
          from instanceof Class<?> known ? known : from == null ? null : from.getClass();
      if (type != null && type.isRecord()) {
        found =
            Arrays.stream(type.getRecordComponents())
                .filter(component -> component.getName().equals(step.getPropertyName()))
                .map(RecordComponent::getAccessor)
                .findAny()
                .orElse(null);
      }
    }
    return found;
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
