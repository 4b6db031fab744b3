package io.tarn.agent;

import io.tarn.agent.host.HostState;
import io.tarn.agent.host.Peers;
import io.tarn.agent.host.SimulatedHost;
import io.tarn.agent.http.ControlServer;
import io.tarn.agent.http.HttpEmcReader;
import io.tarn.agent.http.HttpPoolManager;
import io.tarn.agent.http.TokenFiles;
import io.tarn.agent.http.Tokens;
import io.tarn.agent.state.StateDirectory;
import io.tarn.agent.strand.PooledStrand;
import io.tarn.contracts.pool.BootReport;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The agents of many simulated hosts in one process, on a few threads. */
final class AgentProcess implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AgentProcess.class);
  private static final int STRAND_THREADS = 4;
  private static final int HTTP_THREADS = 4;
  private static final long STOP_SECONDS = 3;

  private final StateDirectory states;
  private final ScheduledThreadPoolExecutor strands;
  private final ExecutorService http;
  private @Nullable Telemetry telemetry;
  private @Nullable ControlServer control;

  private AgentProcess(
      StateDirectory states, ScheduledThreadPoolExecutor strands, ExecutorService http) {
    this.states = states;
    this.strands = strands;
    this.http = http;
  }

  /**
   * Starts the agents.
   *
   * @throws IOException when the state directory or the control port cannot be had
   */
  static AgentProcess start(AgentSettings settings) throws IOException {
    StateDirectory states = StateDirectory.open(settings.state());
    ScheduledThreadPoolExecutor strands = new ScheduledThreadPoolExecutor(STRAND_THREADS);
    strands.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    ExecutorService http = Executors.newFixedThreadPool(HTTP_THREADS);
    AgentProcess process = new AgentProcess(states, strands, http);
    try {
      process.start(settings, hosts(settings, states, strands, http));
      return process;
    } catch (IOException e) {
      process.close();
      throw e;
    }
  }

  private void start(AgentSettings settings, List<SimulatedHost> hosts) throws IOException {
    if (settings.telemetry().isPresent()) {
      telemetry = Telemetry.start(settings.telemetry().get(), hosts, states, strands);
    }
    if (settings.controlPort().isPresent()) {
      control = ControlServer.start(settings.controlPort().getAsInt(), hosts, telemetry);
    }
    hosts.forEach(SimulatedHost::start);
  }

  private static List<SimulatedHost> hosts(
      AgentSettings settings,
      StateDirectory states,
      ScheduledThreadPoolExecutor strands,
      ExecutorService http)
      throws IOException {
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .executor(http)
            .build();
    Tokens tokens = settings.tokenDirectory().<Tokens>map(TokenFiles::new).orElse(Tokens.none());
    Peers peers =
        new Peers(
            new HttpPoolManager(client, settings.poolManagers(), tokens),
            new HttpEmcReader(client),
            states);
    Clock clock = Clock.systemUTC();
    List<SimulatedHost> hosts = new ArrayList<>();
    for (String hostId : settings.hosts()) {
      hosts.add(
          new SimulatedHost(
              state(hostId, settings, states, clock),
              settings.simulation(),
              peers,
              new PooledStrand(strands, clock),
              AgentProcess::newBootId,
              new SplittableRandom(settings.seed() * 31 + hostId.hashCode())));
    }
    return hosts;
  }

  private static HostState state(
      String hostId, AgentSettings settings, StateDirectory states, Clock clock)
      throws IOException {
    return states
        .load(hostId)
        .orElseGet(
            () ->
                HostState.firstBoot(
                    hostId,
                    new BootReport(
                        newBootId(), clock.millis(), settings.simulation().blockBytes())));
  }

  private static String newBootId() {
    return UUID.randomUUID().toString();
  }

  /** The port of the control, if there is one. */
  OptionalInt controlPort() {
    ControlServer open = control;
    return open == null ? OptionalInt.empty() : OptionalInt.of(open.port());
  }

  /** Stops the agents as a kill would, only more politely: every state is already durable. */
  @Override
  public void close() {
    ControlServer open = control;
    if (open != null) {
      open.close();
    }
    strands.shutdown();
    http.shutdown();
    try {
      Telemetry sending = telemetry;
      if (sending != null) {
        sending.close();
      }
      if (!strands.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("a step did not finish in time");
      }
      states.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.warn("the state directory could not be closed", e);
    }
  }
}
