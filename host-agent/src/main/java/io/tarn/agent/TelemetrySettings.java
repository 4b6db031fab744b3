package io.tarn.agent;

import io.tarn.agent.probe.Sampling;
import io.tarn.fleet.vm.Scenario;
import java.util.Map;

/**
 * How VMs are read and reported.
 *
 * @param kafka settings of Kafka's clients, bootstrap servers among them
 * @param stepped whether the clock stands until it is moved through the control
 * @param sampling when VMs are looked at
 * @param fleetSeed of the generated behaviour
 * @param scenario how slow the pools are
 */
record TelemetrySettings(
    Map<String, Object> kafka,
    boolean stepped,
    Sampling sampling,
    long fleetSeed,
    Scenario scenario) {

  TelemetrySettings {
    kafka = Map.copyOf(kafka);
  }
}
