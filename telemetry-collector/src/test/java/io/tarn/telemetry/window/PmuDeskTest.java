package io.tarn.telemetry.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.telemetry.testing.InMemoryWindowBooks;
import io.tarn.telemetry.testing.Samples;
import io.tarn.telemetry.window.PmuDesk.Booked;
import io.tarn.telemetry.window.PmuDesk.Received;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PmuDeskTest {

  private final InMemoryWindowBooks books = new InMemoryWindowBooks();
  private final PmuDesk desk = new PmuDesk(books, new Closer(new WindowRules(0.2, 30_000)), 5_000);

  @Test
  void window_closesWhenTheWatermarkPassesItsEnd() {
    assertThat(take(1, sample(60_000)).windows()).isEmpty();
    assertThat(take(2, sample(64_999)).windows()).isEmpty();
    Booked booked = take(3, sample(65_000));
    assertThat(booked.windows()).singleElement().satisfies(one -> is(one, 0, 1, 1));
  }

  @Test
  void hostWithoutVms_closesByTheClockOfItsReports() {
    take(1, sample(50_000));
    HostPmuReport empty = Samples.report("h1", 2, List.of());
    empty =
        empty.toBuilder().setAgent(empty.getAgent().toBuilder().setSentAtMillis(65_000)).build();
    assertThat(book(empty).windows()).hasSize(1);
  }

  @Test
  void lateSample_opensTheWindowAgainAsTheNextRevision() {
    take(1, sample(30_000));
    take(2, sample(125_000));
    Booked booked = take(3, sample(45_000));
    assertThat(booked.late()).isEqualTo(1);
    assertThat(booked.windows()).singleElement().satisfies(one -> is(one, 0, 2, 2));
  }

  @Test
  void lateSampleOfAVmNotSeenInTheMinute_isItsFirstRevision() {
    take(1, sample(30_000));
    take(2, sample(125_000));
    Booked booked = take(3, Samples.sample("vm2", 45_000, 30_000, 7).build());
    assertThat(booked.windows()).singleElement().satisfies(one -> is(one, 0, 1, 1));
  }

  @Test
  void minuteThatClosesAndIsLateInOneBatch_hasBothRevisions() {
    Booked booked =
        desk.book(
            Stream.of(
                    report(1, sample(30_000)),
                    report(2, sample(125_000)),
                    report(3, sample(45_000)))
                .map(one -> new Received(one, one.toByteArray()))
                .toList());
    assertThat(booked.windows())
        .filteredOn(one -> one.window().minute().startMillis() == 0)
        .singleElement()
        .satisfies(one -> is(one, 0, 2, 2));
  }

  @Test
  void repeat_countsOnce() {
    take(1, sample(30_000));
    Booked booked = take(1, sample(30_000));
    assertThat(booked.repeats()).isEqualTo(1);
    assertThat(booked.samples()).isZero();
    assertThat(take(2, sample(65_000)).windows())
        .singleElement()
        .satisfies(one -> is(one, 0, 1, 1));
  }

  @Test
  void trustedRevisionThatIsNoLongerTrusted_isTold() {
    take(1, sample(30_000));
    take(2, sample(125_000));
    RevisedWindow taken =
        new RevisedWindow(
            new WindowRules(0.2, 30_000)
                .window(
                    "vm1", new Minute("h1", 0), List.of(Samples.sample("vm1", 9, 9, 1).build())),
            2,
            List.of(1f));
    assertThat(taken.window().trusted()).isFalse();
    assertThat(taken.told()).isTrue();
    assertThat(new RevisedWindow(taken.window(), 1, List.of()).told()).isFalse();
  }

  private Booked take(long sequence, VmPmuSample sample) {
    return book(report(sequence, sample));
  }

  private Booked book(HostPmuReport report) {
    return desk.book(List.of(new Received(report, report.toByteArray())));
  }

  private static HostPmuReport report(long sequence, VmPmuSample sample) {
    return Samples.report("h1", sequence, List.of(sample));
  }

  private static VmPmuSample sample(long takenAtMillis) {
    return Samples.sample("vm1", takenAtMillis, 30_000, 7).build();
  }

  private static void is(RevisedWindow one, long start, int revision, int samples) {
    assertThat(one.window().minute().startMillis()).isEqualTo(start);
    assertThat(one.revision()).isEqualTo(revision);
    assertThat(one.window().samples()).isEqualTo(samples);
  }
}
