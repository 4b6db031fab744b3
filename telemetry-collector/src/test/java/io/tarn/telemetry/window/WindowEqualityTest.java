package io.tarn.telemetry.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.telemetry.testing.InMemoryWindowBooks;
import io.tarn.telemetry.testing.Streams;
import io.tarn.telemetry.testing.Truth;
import io.tarn.telemetry.window.PmuDesk.Received;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The windows kept equal those computed from the input, whatever happens on the way. */
class WindowEqualityTest {

  private static final long NOON = 1_753_012_800_000L;
  private static final long LATENESS_MILLIS = 5_000;
  private static final WindowRules RULES = new WindowRules(0.2, 30_000);

  @Property(tries = 150)
  void windows_equalThoseComputedFromTheInput(@ForAll long seed) {
    Random random = new Random(seed);
    List<HostPmuReport> stream = Streams.of(seed, NOON, 1 + random.nextInt(3), 6);
    Truth truth = new Truth(LATENESS_MILLIS);
    InMemoryWindowBooks books = new InMemoryWindowBooks();
    int next = 0;
    while (next < stream.size()) {
      int end = Math.min(stream.size(), next + 1 + random.nextInt(30));
      InMemoryWindowBooks attempt = books.begin();
      List<HostPmuReport> batch = stream.subList(next, end);
      new PmuDesk(attempt, new Closer(RULES), LATENESS_MILLIS).book(received(batch));
      // a batch that is lost with its reader leaves nothing, and is read again
      if (random.nextInt(5) > 0) {
        books = attempt;
        batch.forEach(truth::take);
        next = end;
      }
      assertThat(books.lines()).isEqualTo(truth.lines());
    }
    assertThat(truth.lines()).hasSizeGreaterThan(2);
  }

  private static List<Received> received(List<HostPmuReport> reports) {
    return reports.stream().map(one -> new Received(one, one.toByteArray())).toList();
  }
}
