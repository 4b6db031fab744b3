package io.tarn.agent.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import tools.jackson.databind.DeserializationFeature;
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

  private Json() {}

  static byte[] write(Object body) {
    return MAPPER.writeValueAsBytes(body);
  }

  static BodyPublisher publisher(Object body) {
    return BodyPublishers.ofByteArray(write(body));
  }

  static <T> T read(byte[] body, Class<T> type) {
    T value = MAPPER.readValue(body, type);
    if (value == null) {
      throw MismatchedInputException.from(null, type, "the body is null");
    }
    return value;
  }
}
