package io.tarn.local.demo;

import io.tarn.fleet.Arrival;
import io.tarn.fleet.ArrivalGenerator;
import io.tarn.fleet.TraceReader;
import io.tarn.local.home.CannotStart;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The arrivals to replay.
 *
 * @param arrivals in order of time
 * @param count how many there are; absent when that is not known before the end
 * @param horizonSeconds how far the day goes at least
 * @param described for people
 * @param source closed at the end; absent when there is nothing to close
 */
public record Load(
    Iterator<Arrival> arrivals,
    @Nullable Integer count,
    double horizonSeconds,
    String described,
    @Nullable Closeable source)
    implements Closeable {

  private static final double DAY_SECONDS = 86_400;

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
   * @throws CannotStart when the file cannot be read
   */
  public static Load trace(Path file, @Nullable Integer limit, long seed) throws CannotStart {
    try {
      TraceReader reader = TraceReader.open(file, seed);
      Iterator<Arrival> arrivals = limit == null ? reader : new First(reader, limit);
      String which = limit == null ? "all arrivals" : "the first " + limit + " arrivals";
      return new Load(arrivals, limit, 0, which + " of " + file, reader);
    } catch (IOException e) {
      throw new CannotStart(file + " cannot be read: " + e.getMessage(), e);
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
