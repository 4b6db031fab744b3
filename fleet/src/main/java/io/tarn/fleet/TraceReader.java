package io.tarn.fleet;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the arrivals of a trace one by one: a CSV file, plain or gzip, whose header names {@code
 * arrival_s}, {@code vcpu}, {@code mem_gb}, {@code life_min_s} and {@code life_max_s} in any order;
 * {@code censored} (1: still running at the end) may be there, other columns are ignored. Lifetimes
 * are drawn evenly within their bin; the first arrival becomes second 0.
 */
public final class TraceReader implements Iterator<Arrival>, Closeable {

  private static final int GZIP_FIRST_BYTE = 0x1f;
  private static final int GZIP_SECOND_BYTE = 0x8b;

  private final BufferedReader lines;
  private final Path file;
  private final TraceRows rows;
  private long line = 1;
  private @Nullable Arrival next;

  private TraceReader(BufferedReader lines, Path file, TraceRows rows) {
    this.lines = lines;
    this.file = file;
    this.rows = rows;
  }

  /**
   * Opens a trace.
   *
   * @param file the CSV file, plain or gzip
   * @param seed of the draws of lifetimes
   * @throws IOException when the file cannot be read
   * @throws TraceFormatException when it is no trace
   */
  public static TraceReader open(Path file, long seed) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(plain(file), StandardCharsets.UTF_8));
    try {
      TraceReader reader =
          new TraceReader(lines, file, new TraceRows(file, header(lines, file), seed));
      reader.next = reader.read();
      if (reader.next == null) {
        throw new TraceFormatException(file, "there is no arrival behind the header");
      }
      return reader;
    } catch (IOException | RuntimeException e) {
      lines.close();
      throw e;
    }
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  /**
   * The next arrival.
   *
   * @throws TraceFormatException when the row behind it is wrong
   */
  @Override
  public Arrival next() {
    Arrival current = next;
    if (current == null) {
      throw new NoSuchElementException("the trace has ended");
    }
    try {
      next = read();
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read further: " + e.getMessage(), e);
    }
    return current;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  private @Nullable Arrival read() throws IOException {
    for (String text = lines.readLine(); text != null; text = lines.readLine()) {
      line++;
      if (!text.isBlank()) {
        return rows.arrival(line, fields(text));
      }
    }
    return null;
  }

  private static TraceColumns header(BufferedReader lines, Path file) throws IOException {
    String text = lines.readLine();
    if (text == null || text.isBlank()) {
      throw new TraceFormatException(file, "the file is empty; " + TraceColumns.problem(List.of()));
    }
    List<String> names = fields(text.startsWith("\uFEFF") ? text.substring(1) : text);
    TraceColumns columns = TraceColumns.of(names);
    if (columns == null) {
      throw new TraceFormatException(file, 1, TraceColumns.problem(names));
    }
    return columns;
  }

  private static List<String> fields(String text) {
    return Stream.of(text.split(",", -1))
        .map(String::strip)
        .map(
            f ->
                f.length() > 1 && f.startsWith("\"") && f.endsWith("\"")
                    ? f.substring(1, f.length() - 1)
                    : f)
        .toList();
  }

  private static InputStream plain(Path file) throws IOException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
    bytes.mark(2);
    boolean gzip = bytes.read() == GZIP_FIRST_BYTE && bytes.read() == GZIP_SECOND_BYTE;
    bytes.reset();
    return gzip ? new GZIPInputStream(bytes) : bytes;
  }
}
