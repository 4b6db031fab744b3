package io.tarn.chassis.web;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which page of a list a client asks for. A list is in the order of a key; a page goes on after the
 * last key of the one before.
 *
 * @param after the last key seen; empty for the first page
 * @param limit items, 1..1000
 */
public record PageRequest(String after, int limit) {

  /** Items of a page when the client names no limit. */
  public static final int DEFAULT_LIMIT = 100;

  /** Items of a page at the most. */
  public static final int MOST = 1000;

  /** Checks the limit. */
  public PageRequest {
    Check.range("limit", limit, 1, MOST);
  }

  /**
   * Reads the query parameters {@code cursor} and {@code limit}.
   *
   * @throws InvalidField when one of them was not given out or is out of range
   */
  public static PageRequest of(@Nullable String cursor, @Nullable Integer limit) {
    return new PageRequest(decoded(cursor), limit == null ? DEFAULT_LIMIT : limit);
  }

  /** The cursor of the page after one with these items; {@code null} when that one is the last. */
  public <T> @Nullable String next(List<T> items, Function<T, String> key) {
    if (items.size() < limit) {
      return null;
    }
    return encoded(key.apply(items.get(items.size() - 1)));
  }

  private static String encoded(String last) {
    byte[] bytes = last.getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static String decoded(@Nullable String cursor) {
    if (cursor == null || cursor.isEmpty()) {
      return "";
    }
    try {
      String after = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      if (after.chars().anyMatch(Character::isISOControl) || !encoded(after).equals(cursor)) {
        throw foreign();
      }
      return after;
    } catch (IllegalArgumentException e) {
      throw foreign();
    }
  }

  private static InvalidField foreign() {
    return new InvalidField("cursor", "not one of ours", "the value of \"next\" of a page");
  }
}
