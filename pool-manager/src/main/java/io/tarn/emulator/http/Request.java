package io.tarn.emulator.http;

import com.sun.net.httpserver.HttpExchange;
import io.tarn.contracts.emc.MeantDevice;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A request as the resources see it. */
final class Request {

  static final int MOST_BODY_BYTES = 256 << 10;

  private final String method;
  private final List<String> path;
  private final Map<String, String> query;
  private final @Nullable UUID device;
  private final byte[] body;

  private Request(
      String method,
      List<String> path,
      Map<String, String> query,
      @Nullable UUID device,
      byte[] body) {
    this.method = method;
    this.path = path;
    this.query = query;
    this.device = device;
    this.body = body;
  }

  /** GET, PUT, ... */
  String method() {
    return method;
  }

  /** The path's segments. */
  List<String> path() {
    return path;
  }

  /** The device that it is meant for; {@code null} for whichever answers. */
  @Nullable UUID device() {
    return device;
  }

  /** The body, at most {@link #MOST_BODY_BYTES}. */
  byte[] body() {
    return body;
  }

  static Request of(HttpExchange exchange) throws IOException, ProblemException {
    String method = exchange.getRequestMethod();
    List<String> path =
        List.of(exchange.getRequestURI().getPath().split("/", -1)).stream().skip(1).toList();
    Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
    UUID device = device(exchange.getRequestHeaders().getFirst(MeantDevice.HEADER));
    byte[] body = exchange.getRequestBody().readNBytes(MOST_BODY_BYTES + 1);
    if (body.length > MOST_BODY_BYTES) {
      throw new ProblemException(
          Problem.of(
              413, "body-too-large", "the body is larger than " + MOST_BODY_BYTES + " bytes"));
    }
    if (body.length > 0) {
      checkMediaType(exchange.getRequestHeaders().getFirst("Content-Type"));
    }
    return new Request(method, path, query, device, body);
  }

  private static @Nullable UUID device(@Nullable String text) throws ProblemException {
    try {
      return text == null ? null : UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          Problem.invalid(
              MeantDevice.HEADER, MeantDevice.HEADER + " is no UUID", "the UUID of a device"));
    }
  }

  private static void checkMediaType(@Nullable String mediaType) throws ProblemException {
    if (mediaType == null
        || !mediaType
            .toLowerCase(Locale.ROOT)
            .split(";", 2)[0]
            .strip()
            .equals("application/json")) {
      throw new ProblemException(
          Problem.of(415, "unsupported-media-type", "the body must be application/json"));
    }
  }

  private static Map<String, String> query(@Nullable String raw) throws ProblemException {
    Map<String, String> query = new TreeMap<>();
    if (raw == null || raw.isEmpty()) {
      return query;
    }
    for (String pair : raw.split("&", -1)) {
      String[] parts = pair.split("=", 2);
      String name = decoded(parts[0]);
      String value = parts.length < 2 ? "" : decoded(parts[1]);
      if (query.put(name, value) != null) {
        throw new ProblemException(Problem.invalid(name, name + " is given twice", "it once"));
      }
    }
    return query;
  }

  private static String decoded(String text) throws ProblemException {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          Problem.invalid("query", "the query has a broken % escape", "percent-encoded UTF-8"));
    }
  }

  /** Refuses parameters other than these, so that a misspelt one does not go unnoticed. */
  void checkParameters(List<String> known) throws ProblemException {
    for (String name : query.keySet()) {
      if (!known.contains(name)) {
        throw new ProblemException(
            Problem.invalid(name, name + " is not a parameter of this path", "one of " + known));
      }
    }
  }

  /** Reads a whole number from a parameter. */
  int number(String name, int min, int max) throws ProblemException {
    String text = query.get(name);
    if (text == null) {
      throw outOfRange(name, "absent", min, max);
    }
    return number(name, text, min, max);
  }

  /**
   * Reads whole numbers, comma between them, from a parameter.
   *
   * @return them in order; empty without the parameter
   */
  Optional<SortedSet<Integer>> numbers(String name, int min, int max) throws ProblemException {
    String text = query.get(name);
    if (text == null) {
      return Optional.empty();
    }
    SortedSet<Integer> numbers = new TreeSet<>();
    for (String number : text.split(",", -1)) {
      numbers.add(number(name, number, min, max));
    }
    return Optional.of(numbers);
  }

  static int number(String name, String text, int min, int max) throws ProblemException {
    if (!text.matches("[0-9]{1,9}")) {
      throw outOfRange(name, "not a whole number in range", min, max);
    }
    int value = Integer.parseInt(text);
    if (value < min || value > max) {
      throw outOfRange(name, Integer.toString(value), min, max);
    }
    return value;
  }

  private static ProblemException outOfRange(String name, String is, int min, int max) {
    String accepted = min + ".." + max;
    return new ProblemException(
        Problem.invalid(name, name + " is " + is + ", accepted: " + accepted, accepted));
  }
}
