package io.tarn.agent;

import io.tarn.agent.host.SimulationSettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the agent's process is told, checked.
 *
 * @param poolManagers base URIs without a slash at the end, each once; any of them will do
 * @param hosts the simulated hosts, each once
 * @param state directory for their states
 * @param seed of delays, faults and jitter
 * @param simulation how they behave
 * @param tokenDirectory where their tokens lie, if any are sent
 * @param controlPort of the control, 0 for a free one; absent for none
 * @param telemetry how VMs are read and reported; absent for not at all
 */
record AgentSettings(
    List<URI> poolManagers,
    List<String> hosts,
    Path state,
    long seed,
    SimulationSettings simulation,
    Optional<Path> tokenDirectory,
    OptionalInt controlPort,
    Optional<TelemetrySettings> telemetry) {

  AgentSettings {
    poolManagers = List.copyOf(poolManagers);
    hosts = List.copyOf(hosts);
  }
}
