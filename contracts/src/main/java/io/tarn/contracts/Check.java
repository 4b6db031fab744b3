package io.tarn.contracts;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks of values from outside; each throws {@link InvalidField} with the field and the range. */
public final class Check {

  private static final String ID_RULE =
      "1 to 63 letters, digits, '.', '_' or '-', the first a letter or digit";
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
  private static final int TEXT_LIMIT = 253;
  private static final int SHOWN = 80;

  /** The last millisecond since 1970 that has a year of four digits. */
  public static final long LATEST_MILLIS = 253_402_300_799_999L;

  private Check() {}

  /** Checks that {@code min <= value <= max}. */
  public static long range(String field, long value, long min, long max) {
    if (value < min || value > max) {
      throw new InvalidField(field, Long.toString(value), min + ".." + max);
    }
    return value;
  }

  /**
   * Checks that {@code least <= value <= most}; names the property, and all three as people write
   * them.
   */
  public static Duration duration(String property, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new InvalidField(
          property, Durations.text(value), Durations.text(least) + ".." + Durations.text(most));
    }
    return value;
  }

  /** Checks that a duration is not longer than that of another property; names both. */
  public static Duration notAbove(String property, Duration value, String other, Duration most) {
    if (value.compareTo(most) > 0) {
      throw new InvalidField(
          property,
          Durations.text(value),
          "at most " + other + ", which is " + Durations.text(most));
    }
    return value;
  }

  /** Checks that a value is there. */
  public static <T> T present(String field, @Nullable T value) {
    return present(field, value, "a value");
  }

  /**
   * Checks that a value is there.
   *
   * @param accepted what is accepted, for people
   */
  public static <T> T present(String field, @Nullable T value, String accepted) {
    if (value == null) {
      throw new InvalidField(field, "absent", accepted);
    }
    return value;
  }

  /** Checks an identifier of a VM, host or pool. */
  public static String id(String field, @Nullable String value) {
    if (value == null || !ID.matcher(value).matches()) {
      throw new InvalidField(field, value == null ? "absent" : quoted(value), ID_RULE);
    }
    return value;
  }

  /** Checks a free text: 1 to 253 characters, no control characters, no half of a pair. */
  public static String text(String field, @Nullable String value) {
    if (value == null
        || value.isBlank()
        || value.length() > TEXT_LIMIT
        || value.codePoints().anyMatch(Check::unfit)) {
      throw new InvalidField(
          field,
          value == null ? "absent" : quoted(value),
          "1 to " + TEXT_LIMIT + " characters, none of them a control character");
    }
    return value;
  }

  /** Control characters, and surrogates that are not one of a pair: no UTF-8 can hold those. */
  private static boolean unfit(int codePoint) {
    return Character.isISOControl(codePoint)
        || (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE);
  }

  /** Checks that a list is there and has no empty places; returns a copy. */
  public static <T> List<T> items(String field, @Nullable List<T> items) {
    List<T> there = present(field, items, "a list of values");
    for (T item : there) {
      if (item == null) {
        throw new InvalidField(field, "a list with a null in it", "a list of values");
      }
    }
    return List.copyOf(there);
  }

  /** A value from outside as an error message may show it: one line, not long. */
  public static String quoted(String value) {
    String shown = value.length() > SHOWN ? value.substring(0, SHOWN) + "..." : value;
    StringBuilder line = new StringBuilder("\"");
    shown.chars().map(c -> Character.isISOControl(c) ? '?' : c).forEach(c -> line.append((char) c));
    return line.append('"').toString();
  }
}
