package io.tarn.cot;

import io.tarn.cot.backend.CacheTier;
import io.tarn.cot.backend.InMemoryBackEnd;
import io.tarn.cot.backend.VersionStorage;
import io.tarn.cot.egress.KafkaEpochSink;
import io.tarn.cot.frontend.EpochSink;
import io.tarn.cot.frontend.FrontEnd;
import io.tarn.cot.frontend.Identity;
import io.tarn.cot.frontend.NoSink;
import io.tarn.cot.frontend.Outcome;
import io.tarn.cot.frontend.Workload;
import io.tarn.cot.load.Zipf;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** One life of a front end with everything that it needs. */
final class FrontEndProcess implements AutoCloseable {

  private static final Duration DRAIN = Duration.ofSeconds(10);

  private final FrontEndSettings settings;
  private final Identity identity;
  private final @Nullable IncarnationFile file;
  private final EpochSink sink;
  private final FrontEnd frontEnd;

  private FrontEndProcess(
      FrontEndSettings settings,
      Identity identity,
      @Nullable IncarnationFile file,
      EpochSink sink,
      FrontEnd frontEnd) {
    this.settings = settings;
    this.identity = identity;
    this.file = file;
    this.sink = sink;
    this.frontEnd = frontEnd;
  }

  /**
   * Begins a life: the incarnation is durable after it, if there is a state directory.
   *
   * @param progress where a line on the run goes about once a second
   * @throws IOException when the state directory cannot be had, or Kafka's client refuses its
   *     settings
   */
  static FrontEndProcess open(FrontEndSettings settings, PrintWriter progress) throws IOException {
    Clock clock = Clock.systemUTC();
    IncarnationFile file =
        settings.state().isPresent()
            ? IncarnationFile.open(settings.state().get(), settings.frontEndId())
            : null;
    long incarnation = file == null ? clock.millis() : file.next(clock.millis());
    Identity identity = new Identity(settings.frontEndId(), incarnation);
    EpochSink sink = sink(settings);
    List<InMemoryBackEnd> backEnds =
        IntStream.rangeClosed(1, settings.backEnds()).mapToObj(InMemoryBackEnd::new).toList();
    CacheTier tier =
        new CacheTier(
            settings.ring().over(backEnds.stream().map(InMemoryBackEnd::name).toList()),
            backEnds,
            new VersionStorage());
    FrontEnd frontEnd =
        new FrontEnd(
            identity,
            new Workload(
                Zipf.of(settings.keys(), settings.skew()), settings.updates(), settings.seed()),
            tier,
            settings.startLines(),
            settings.policy(),
            sink,
            new ProgressLine(settings.frontEndId(), progress, System::nanoTime),
            clock,
            System::nanoTime);
    return new FrontEndProcess(settings, identity, file, sink, frontEnd);
  }

  private static EpochSink sink(FrontEndSettings settings) throws IOException {
    if (settings.kafka().isEmpty()) {
      return new NoSink();
    }
    try {
      return KafkaEpochSink.to(settings.kafka().get(), settings.frontEndId());
    } catch (KafkaException e) {
      Throwable why = e.getCause() == null ? e : e.getCause();
      throw new IOException("Kafka's client refuses its settings: " + why.getMessage(), e);
    }
  }

  Identity identity() {
    return identity;
  }

  Outcome run() {
    return frontEnd.run(settings.limits());
  }

  /** Ends the run soon; from any thread. */
  void stop() {
    frontEnd.stop();
  }

  /** Waits until every epoch is acknowledged, at most 10 s; whether they all are. */
  boolean drain() {
    return sink.drain(DRAIN);
  }

  long acknowledged() {
    return sink.acknowledged();
  }

  @Override
  public void close() throws IOException {
    sink.close();
    if (file != null) {
      file.close();
    }
  }
}
