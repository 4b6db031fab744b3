package io.tarn.agent;

import io.tarn.agent.bus.KafkaTelemetry;
import io.tarn.agent.bus.PlacementFeed;
import io.tarn.agent.host.SimulatedHost;
import io.tarn.agent.http.ProbeControl;
import io.tarn.agent.probe.FleetSensors;
import io.tarn.agent.probe.ProbeClock;
import io.tarn.agent.probe.Probes;
import io.tarn.agent.probe.Progress;
import io.tarn.agent.probe.ProgressStore;
import io.tarn.agent.probe.SteppedClock;
import io.tarn.agent.probe.WallClock;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The telemetry of all hosts in this process. */
final class Telemetry implements ProbeControl, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Telemetry.class);
  private static final long CATCH_UP_SECONDS = 20;

  private final ProbeClock clock;
  private final Probes probes;
  private final ScheduledExecutorService timers;
  private final KafkaTelemetry sink;
  private final PlacementFeed feed;

  private Telemetry(
      ProbeClock clock,
      Probes probes,
      ScheduledExecutorService timers,
      KafkaTelemetry sink,
      PlacementFeed feed) {
    this.clock = clock;
    this.probes = probes;
    this.timers = timers;
    this.sink = sink;
    this.feed = feed;
  }

  /**
   * Starts to read and report.
   *
   * @param settings how
   * @param hosts whose VMs are read
   * @param store keeps the progress
   * @param timers runs the ticks of a clock that goes by itself
   * @throws IOException when the progress cannot be had, or Kafka's clients refuse their settings
   */
  static Telemetry start(
      TelemetrySettings settings,
      List<SimulatedHost> hosts,
      ProgressStore store,
      ScheduledExecutorService timers)
      throws IOException {
    Clock wall = Clock.systemUTC();
    Progress progress = store.loadProgress().nextIncarnation();
    store.saveProgress(progress);
    ProbeClock clock =
        settings.stepped()
            ? new SteppedClock(wall, progress.steps(), progress.letGoMillis())
            : new WallClock(wall);
    Probes probes = new Probes(clock, settings.scenario(), store, progress);
    Telemetry telemetry = joined(settings, clock, probes, timers);
    FleetSensors sensors = new FleetSensors(settings.fleetSeed());
    for (SimulatedHost host : hosts) {
      probes.add(host.hostId(), host::bootId, settings.sampling(), sensors, telemetry.sink);
    }
    telemetry.feed.start();
    if (clock.goesByItself()) {
      telemetry.tickByItself();
    }
    return telemetry;
  }

  private static Telemetry joined(
      TelemetrySettings settings, ProbeClock clock, Probes probes, ScheduledExecutorService timers)
      throws IOException {
    try {
      return new Telemetry(
          clock,
          probes,
          timers,
          new KafkaTelemetry(settings.kafka()),
          new PlacementFeed(settings.kafka(), probes::apply));
    } catch (KafkaException e) {
      Throwable why = e.getCause() == null ? e : e.getCause();
      throw new IOException("Kafka's clients refuse their settings: " + why.getMessage(), e);
    }
  }

  private void tickByItself() {
    ScheduledFuture<?> unused = timers.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
  }

  private void tick() {
    try {
      probes.tick();
    } catch (IOException e) {
      LOG.warn("nothing is read, the progress cannot be saved: {}", e.toString());
    } catch (RuntimeException e) {
      // the timer would not come again
      LOG.error("a reading failed", e);
    }
  }

  @Override
  public View look() {
    return view(0);
  }

  @Override
  public View moveTo(long nowMillis) throws IOException, InterruptedException, TimeoutException {
    SteppedClock stepped = caughtUp();
    stepped.moveTo(nowMillis);
    return readAndSent();
  }

  @Override
  public View letGo() throws IOException, InterruptedException, TimeoutException {
    SteppedClock stepped = caughtUp();
    stepped.letGo();
    tickByItself();
    return readAndSent();
  }

  /** The clock, once every placement on the bus was taken in. */
  private SteppedClock caughtUp() throws IOException, InterruptedException, TimeoutException {
    if (clock.goesByItself() || !(clock instanceof SteppedClock stepped)) {
      throw new UnsupportedOperationException("the clock goes by itself");
    }
    try {
      feed.caughtUp().get(CATCH_UP_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
    return stepped;
  }

  private View readAndSent() throws IOException {
    long read = probes.tick();
    sink.flush();
    return view(read);
  }

  private View view(long read) {
    Probes.ProbeStatus status = probes.status();
    return new View(
        clock.goesByItself() ? "wall" : "stepped",
        status.nowMillis(),
        status.incarnation(),
        status.vms(),
        status.samples(),
        read,
        sink.lost());
  }

  @Override
  public void close() {
    feed.close();
    sink.close();
  }
}
