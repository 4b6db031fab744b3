package io.tarn.local.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Prints rows as a table; long texts go below it. */
final class Table {

  private static final int WIDEST = 24;

  private Table() {}

  static void print(List<Map<String, Object>> rows, PrintStream out) {
    if (rows.isEmpty()) {
      return;
    }
    List<String> columns = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (Map.Entry<String, Object> cell : rows.get(0).entrySet()) {
      String text = String.valueOf(cell.getValue());
      if (text.length() > WIDEST) {
        notes.add(cell.getKey() + ": " + text);
      } else {
        columns.add(cell.getKey());
      }
    }
    StringBuilder header = new StringBuilder();
    columns.forEach(column -> header.append(padded(column, width(column, rows))));
    out.println(header.toString().stripTrailing());
    for (Map<String, Object> row : rows) {
      StringBuilder line = new StringBuilder();
      columns.forEach(
          column -> line.append(padded(String.valueOf(row.get(column)), width(column, rows))));
      out.println(line.toString().stripTrailing());
    }
    notes.forEach(out::println);
  }

  private static int width(String column, List<Map<String, Object>> rows) {
    int widest = column.length();
    for (Map<String, Object> row : rows) {
      widest = Math.max(widest, String.valueOf(row.get(column)).length());
    }
    return widest + 2;
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}
