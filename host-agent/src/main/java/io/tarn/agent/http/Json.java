package io.tarn.agent.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

/** Bodies to records and back; fields of a newer peer are ignored. */
final class Json {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .changeDefaultPropertyInclusion(
              all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  /** For what people order: a slip is told, not guessed at. */
  private static final JsonMapper STRICT =
      MAPPER
          .rebuild()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  private Json() {}

  static byte[] write(Object body) {
    return MAPPER.writeValueAsBytes(body);
  }

  static BodyPublisher publisher(Object body) {
    return BodyPublishers.ofByteArray(write(body));
  }

  static <T> T read(byte[] body, Class<T> type) {
    return read(MAPPER, body, type);
  }

  /** Refuses unknown fields and values of another type. */
  static <T> T readStrictly(byte[] body, Class<T> type) {
    return read(STRICT, body, type);
  }

  private static <T> T read(JsonMapper mapper, byte[] body, Class<T> type) {
    T value = mapper.readValue(body, type);
    if (value == null) {
      throw MismatchedInputException.from(null, type, "the body is null");
    }
    return value;
  }
}
