package io.tarn.local.demo;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.fleet.Arrival;
import io.tarn.fleet.Fleet;
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
 * @param past what came before; their times and numbers go on from there
 * @param arrivals in order of time
 * @param count how many there are
 * @param horizonSeconds how far time goes at least, from the beginning of the past
 * @param described for people
 * @param source closed at the end; absent when there is nothing to close
 */
public record Load(
    Past past,
    Iterator<Arrival> arrivals,
    int count,
    double horizonSeconds,
    String described,
    @Nullable Closeable source)
    implements Closeable {

  private static final double DAY_SECONDS = 86_400;
  private static final String TRACE = "--trace";

  /** The generated day after a past. */
  public static Load generated(Past past, int count, long seed) {
    return new Load(
        past,
        new After(past, new Fleet(seed, count).vmsOfDay(past.days()).iterator(), 0, count),
        count,
        past.seconds() + DAY_SECONDS,
        count + " arrivals of one generated day (seed " + seed + ")",
        null);
  }

  /**
   * The first arrivals of a trace, after a past.
   *
   * @param limit how many; null for all
   * @throws InvalidField when the file cannot be read
   * @throws io.tarn.fleet.TraceFormatException when it is no trace
   */
  public static Load trace(Past past, Path file, @Nullable Integer limit, long seed) {
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
      return new Load(
          past,
          new After(past, reader, past.seconds(), count),
          count,
          0,
          which + " of " + file,
          reader);
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

  /** The first arrivals of some, numbered and timed to follow the past. */
  private static final class After implements Iterator<Arrival> {
    private final Past past;
    private final Iterator<Arrival> all;
    private final double laterSeconds;
    private final int limit;
    private int given;

    After(Past past, Iterator<Arrival> all, double laterSeconds, int limit) {
      this.past = past;
      this.all = all;
      this.laterSeconds = laterSeconds;
      this.limit = limit;
    }

    @Override
    public boolean hasNext() {
      return given < limit && all.hasNext();
    }

    @Override
    public Arrival next() {
      if (given >= limit) {
        throw new NoSuchElementException("the limit is reached");
      }
      Arrival next = all.next();
      return past.after(next, given++, next.arrivalSeconds() + laterSeconds);
    }
  }
}
