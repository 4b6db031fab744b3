package io.tarn.emulator.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tarn.contracts.InvalidField;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/** Bodies to records and back, strictly: what is not understood is refused, never dropped. */
final class JsonBody {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(
              DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .changeDefaultPropertyInclusion(
              all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  private JsonBody() {}

  static byte[] write(Object body) {
    return MAPPER.writeValueAsBytes(body);
  }

  static <T> T read(byte[] body, Class<T> type) throws ProblemException {
    T value;
    try {
      value = MAPPER.readValue(body, type);
    } catch (JacksonException e) {
      throw new ProblemException(problem(e));
    }
    if (value == null) {
      throw new ProblemException(Problem.invalid("body", "the body is null", "a JSON object"));
    }
    return value;
  }

  private static Problem problem(JacksonException e) {
    String path = path(e.getPath());
    InvalidField invalid = invalidField(e);
    if (invalid != null) {
      String field = path.isEmpty() ? invalid.field() : path + "." + invalid.field();
      return Problem.invalid(field, String.valueOf(invalid.getMessage()), invalid.accepted());
    }
    if (e instanceof UnrecognizedPropertyException unknown) {
      return Problem.invalid(
          path,
          path + " is not a field of this request",
          "one of " + unknown.getKnownPropertyIds());
    }
    String field = path.isEmpty() ? "body" : path;
    return e instanceof DatabindException
        ? Problem.invalid(field, field + " has the wrong type or is absent", "a value of its type")
        : Problem.invalid(field, "the body is not JSON", "a JSON object");
  }

  private static @Nullable InvalidField invalidField(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof InvalidField invalid) {
        return invalid;
      }
    }
    return null;
  }

  private static String path(List<JacksonException.Reference> references) {
    StringBuilder path = new StringBuilder();
    for (JacksonException.Reference reference : references) {
      if (reference.getPropertyName() == null) {
        path.append('[').append(reference.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(reference.getPropertyName());
      }
    }
    return path.toString();
  }
}
