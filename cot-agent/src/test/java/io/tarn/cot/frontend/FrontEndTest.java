package io.tarn.cot.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.tarn.contracts.bus.BackEndLoad;
import io.tarn.contracts.bus.FrontEndEpoch;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.cot.backend.CacheTier;
import io.tarn.cot.backend.InMemoryBackEnd;
import io.tarn.cot.backend.VersionStorage;
import io.tarn.cot.load.Zipf;
import io.tarn.cot.resize.ResizerPolicy;
import io.tarn.cot.ring.KetamaRing;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrontEndTest {

  private static final Clock CLOCK =
      Clock.fixed(Instant.ofEpochMilli(1_753_000_000_000L), ZoneOffset.UTC);
  private static final int KEYS = 100_000;

  private final KeptEpochs sink = new KeptEpochs();
  private final AtomicLong nanos = new AtomicLong();

  private FrontEnd frontEnd(double skew, long seed, Progress progress) {
    List<InMemoryBackEnd> backEnds =
        IntStream.rangeClosed(1, 8).mapToObj(InMemoryBackEnd::new).toList();
    CacheTier tier =
        new CacheTier(
            KetamaRing.of(backEnds.stream().map(InMemoryBackEnd::name).toList()),
            backEnds,
            new VersionStorage());
    return new FrontEnd(
        new Identity("fe-1", 7),
        new Workload(Zipf.of(KEYS, skew), 0.002, seed),
        tier,
        0,
        ResizerPolicy.of(1.1, 4_096),
        sink,
        progress,
        CLOCK,
        nanos::get);
  }

  private static RunLimits accesses(long count) {
    return new RunLimits(count, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /**
   * Smallest power of two of lines that holds 1.1 when the hottest keys are exactly those cached,
   * by adding up the shares of the rest: 64 (1.087), 256 (1.096) and 512 (1.059). Half of it is
   * within what chance explains, twice as much is allowed.
   */
  @ParameterizedTest
  @CsvSource({"0.90, 32, 128", "0.99, 64, 512", "1.20, 256, 1024"})
  void skewedKeys_areBalancedByAFewLines(double skew, int atLeast, int atMost) {
    Outcome outcome = frontEnd(skew, 11, (a, r, v) -> {}).run(accesses(1_200_000));
    assertThat(outcome.lines()).isBetween(atLeast, atMost);
    assertThat(outcome.unattainable()).isFalse();
    Stretch last = outcome.sinceResize();
    assertThat(last.withoutCache().weightedImbalance()).isGreaterThan(1.25);
    assertThat(last.withCache().weightedImbalance()).isLessThan(1.17);
    assertThat(last.hitRate()).isGreaterThan(0.1);
  }

  @Test
  void uniformKeys_needNoCache() {
    Outcome outcome = frontEnd(0, 3, (a, r, v) -> {}).run(accesses(300_000));
    assertThat(outcome.lines()).isZero();
    assertThat(outcome.whole().hitRate()).isZero();
  }

  @Test
  void epochs_areNumberedWithoutGapsAndAddUp() {
    Outcome outcome = frontEnd(0.99, 5, (a, r, v) -> {}).run(accesses(100_500));
    List<FrontEndEpoch> epochs = sink.epochs();
    assertThat(outcome.accesses()).isEqualTo(100_500);
    assertThat(outcome.epochs()).isEqualTo(epochs.size());
    assertThat(epochs).extracting(FrontEndEpoch::getEpoch).startsWith(1L, 2L, 3L);
    assertThat(epochs.get(epochs.size() - 1).getEpoch()).isEqualTo(epochs.size());
    assertThat(epochs).allSatisfy(FrontEndTest::isBelievable);
    assertThat(epochs.get(0).getAccesses()).isEqualTo(5_000);
    FrontEndEpoch last = epochs.get(epochs.size() - 1);
    assertThat(last.getSufficient()).as("cut short by the end of the run").isFalse();
    long reads = epochs.stream().mapToLong(FrontEndEpoch::getAccesses).sum();
    assertThat(reads).isEqualTo(outcome.whole().reads());
    // 0.2 % of 100,500 are updates, 201 with a deviation of 14
    assertThat(reads).isBetween(100_500L - 270, 100_500L - 130);
    assertThat(lookUps(epochs)).isEqualTo(outcome.whole().withCache().lookUps());
  }

  @Test
  void time_endsAnEpochThatIsNotSufficient() {
    // every look at the clock is a second later; it is looked at each 128 accesses, several times
    Outcome outcome =
        frontEndWithTickingClock()
            .run(new RunLimits(2_000, Long.MAX_VALUE, 5_000_000_000L, Long.MAX_VALUE));
    assertThat(outcome.epochs()).isGreaterThan(3);
    assertThat(sink.epochs()).noneMatch(FrontEndEpoch::getSufficient);
    assertThat(outcome.lines()).isZero();
    assertThat(sink.epochs().stream().mapToLong(FrontEndEpoch::getAccesses).sum())
        .isEqualTo(outcome.whole().reads());
  }

  private FrontEnd frontEndWithTickingClock() {
    List<InMemoryBackEnd> one = List.of(new InMemoryBackEnd(1));
    return new FrontEnd(
        new Identity("fe-1", 7),
        new Workload(Zipf.of(100, 1), 0, 1),
        new CacheTier(KetamaRing.of(List.of("in-memory-1")), one, new VersionStorage()),
        0,
        ResizerPolicy.of(1.1, 64),
        sink,
        (a, r, v) -> {},
        CLOCK,
        () -> nanos.addAndGet(1_000_000_000L));
  }

  @Test
  void stop_reportsTheEpochUnderWay() {
    FrontEnd[] running = new FrontEnd[1];
    running[0] =
        frontEnd(
            0.99,
            5,
            (accesses, report, verdict) -> {
              if (accesses > 20_000) {
                running[0].stop();
              }
            });
    Outcome outcome = running[0].run(accesses(Long.MAX_VALUE));
    assertThat(outcome.accesses()).isBetween(20_000L, 30_000L);
    assertThat(sink.epochs().stream().mapToLong(FrontEndEpoch::getAccesses).sum())
        .isEqualTo(outcome.whole().reads());
  }

  @Test
  void stoppedBeforeItRan_reportsOneEmptyEpoch() {
    FrontEnd frontEnd = frontEnd(0.99, 5, (a, r, v) -> {});
    frontEnd.stop();
    assertThat(frontEnd.run(accesses(10)).epochs()).isEqualTo(1);
    assertThat(sink.epochs()).allSatisfy(FrontEndTest::isBelievable);
  }

  private static void isBelievable(FrontEndEpoch epoch) {
    assertThatCode(() -> BusCodec.COT_EPOCHS.decode(BusCodec.COT_EPOCHS.encode(epoch)))
        .doesNotThrowAnyException();
    assertThat(epoch.getIncarnation()).isEqualTo(7);
    // one thread: every read that is no hit is a look-up
    assertThat(epoch.getBackEndsList().stream().mapToLong(BackEndLoad::getLookUps).sum())
        .isEqualTo(epoch.getAccesses() - epoch.getCacheHits());
  }

  private static long lookUps(List<FrontEndEpoch> epochs) {
    return epochs.stream()
        .flatMap(epoch -> epoch.getBackEndsList().stream())
        .mapToLong(BackEndLoad::getLookUps)
        .sum();
  }
}
