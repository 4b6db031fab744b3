package io.tarn.trainer.ingress;

import io.tarn.contracts.InvalidField;
import io.tarn.trainer.dataset.RefusedDataException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A file of comma-separated values: columns by the names in its first line, no quoting. */
final class CsvTable {

  private final Path file;

  CsvTable(Path file) {
    this.file = file;
  }

  /** Makes something of a line. */
  @FunctionalInterface
  interface LineReader<T> {

    /**
     * The row of a line.
     *
     * @throws IllegalArgumentException when it is none
     */
    T read(Line line);
  }

  /**
   * Reads all lines.
   *
   * @param dropped gets one line of text for each that is no row
   */
  <T> List<T> read(List<String> columns, LineReader<T> reader, List<String> dropped) {
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      Map<String, Integer> places = places(lines.readLine(), columns);
      List<T> rows = new ArrayList<>();
      int number = 1;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        try {
          rows.add(reader.read(new Line(places, line.split(",", -1))));
        } catch (IllegalArgumentException e) {
          dropped.add(file.getFileName() + " line " + number + ": " + e.getMessage());
        }
      }
      return rows;
    } catch (IOException e) {
      throw RefusedDataException.broken("cannot read " + file + ": " + e.getMessage());
    }
  }

  private Map<String, Integer> places(@Nullable String header, List<String> columns) {
    Map<String, Integer> places = new HashMap<>();
    String[] names = header == null ? new String[0] : header.split(",", -1);
    for (int i = 0; i < names.length; i++) {
      places.put(names[i], i);
    }
    for (String column : columns) {
      if (!places.containsKey(column)) {
        throw RefusedDataException.broken(file + " has no column " + column);
      }
    }
    return places;
  }

  /** One line, by column. */
  static final class Line {

    private final Map<String, Integer> places;
    private final String[] values;

    private Line(Map<String, Integer> places, String[] values) {
      this.places = places;
      this.values = values;
      if (values.length != places.size()) {
        throw new InvalidField(
            "columns", Integer.toString(values.length), Integer.toString(places.size()));
      }
    }

    String text(String column) {
      return values[places.getOrDefault(column, 0)];
    }

    long whole(String column) {
      try {
        return Long.parseLong(text(column));
      } catch (NumberFormatException e) {
        throw new InvalidField(column, "\"" + text(column) + "\"", "a whole number");
      }
    }

    float number(String column) {
      try {
        return Float.parseFloat(text(column));
      } catch (NumberFormatException e) {
        throw new InvalidField(column, "\"" + text(column) + "\"", "a number");
      }
    }
  }
}
