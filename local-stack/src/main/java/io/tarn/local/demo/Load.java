package io.tarn.local.demo;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.fleet.Arrival;
import io.tarn.fleet.ArrivalGenerator;
import io.tarn.fleet.TraceReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The arrivals to replay.
 *
 * @param arrivals in order of time
 * @param count how many there are
 * @param horizonSeconds how far the day goes at least
 * @param described for people
 * @param source closed at the end; absent when there is nothing to close
 */
public record Load(
    Iterator<Arrival> arrivals,
    int count,
    double horizonSeconds,
    String described,
    @Nullable Closeable source)
    implements Closeable {

  private static final double DAY_SECONDS = 86_400;
  private static final String TRACE = "--trace";

  /** A generated day. */
  public static Load generated(int count, long seed) {
    return new Load(
        new ArrivalGenerator(seed).day(count).iterator(),
        count,
        DAY_SECONDS,
        count + " arrivals of one generated day (seed " + seed + ")",
        null);
  }

  /**
   * The first arrivals of a trace.
   *
   * @param limit how many; null for all
   * @throws InvalidField when the file cannot be read
   * @throws io.tarn.fleet.TraceFormatException when it is no trace
   */
  public static Load trace(Path file, @Nullable Integer limit, long seed) {
    if (!Files.isRegularFile(file)) {
      throw new InvalidField(
          TRACE,
          Files.exists(file) ? Check.quoted(file.toString()) + ", no file" : "not there: " + file,
          "a CSV file, plain or gzip");
    }
    try {
      int count = count(file, limit, seed);
      TraceReader reader = TraceReader.open(file, seed);
      String which = count == 1 ? "the first arrival" : "the first " + count + " arrivals";
      return new Load(new First(reader, count), count, 0, which + " of " + file, reader);
    } catch (IOException e) {
      throw new InvalidField(TRACE, file + " (" + e + ")", "a CSV file that can be read");
    }
  }

  /** Reads all rows that will be replayed, so that a bad one is told before anything starts. */
  private static int count(Path file, @Nullable Integer limit, long seed) throws IOException {
    try (TraceReader reader = TraceReader.open(file, seed)) {
      int count = 0;
      while (reader.hasNext() && (limit == null || count < limit)) {
        reader.next();
        count++;
      }
      return count;
    }
  }

  @Override
  public void close() throws IOException {
    if (source != null) {
      source.close();
    }
  }

  private static final class First implements Iterator<Arrival> {
    private final Iterator<Arrival> all;
    private int left;

    First(Iterator<Arrival> all, int limit) {
      this.all = all;
      this.left = limit;
    }

    @Override
    public boolean hasNext() {
      return left > 0 && all.hasNext();
    }

    @Override
    public Arrival next() {
      if (left <= 0) {
        throw new NoSuchElementException("the limit is reached");
      }
      left--;
      return all.next();
    }
  }
}
