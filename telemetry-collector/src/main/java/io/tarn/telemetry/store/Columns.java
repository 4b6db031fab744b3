package io.tarn.telemetry.store;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Columns of many rows as arrays, for statements over {@code unnest}. */
final class Columns {

  private Columns() {}

  static <T> String[] text(Collection<T> rows, Function<T, String> column) {
    return rows.stream().map(column).toArray(String[]::new);
  }

  static <T> Long[] longs(Collection<T> rows, Function<T, Long> column) {
    return rows.stream().map(column).toArray(Long[]::new);
  }

  static <T> Integer[] ints(Collection<T> rows, Function<T, Integer> column) {
    return rows.stream().map(column).toArray(Integer[]::new);
  }

  static <T> Double[] doubles(Collection<T> rows, Function<T, Double> column) {
    return rows.stream().map(column).toArray(Double[]::new);
  }

  static <T> Boolean[] booleans(Collection<T> rows, Function<T, Boolean> column) {
    return rows.stream().map(column).toArray(Boolean[]::new);
  }

  static <T> byte[][] bytes(Collection<T> rows, Function<T, byte[]> column) {
    return rows.stream().map(column).toArray(byte[][]::new);
  }

  /** An array within a column of arrays, as PostgreSQL writes it: unnest would flatten it. */
  static String array(long[] values) {
    return LongStream.of(values)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(",", "{", "}"));
  }

  static String array(int[] values) {
    return IntStream.of(values)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(",", "{", "}"));
  }

  static String array(List<? extends Number> values) {
    return values.stream().map(Number::toString).collect(Collectors.joining(",", "{", "}"));
  }

  static String array(double[] values) {
    StringBuilder text = new StringBuilder("{");
    for (double value : values) {
      text.append(text.length() == 1 ? "" : ",").append(value);
    }
    return text.append('}').toString();
  }
}
