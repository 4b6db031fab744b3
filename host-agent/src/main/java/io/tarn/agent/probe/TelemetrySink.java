package io.tarn.agent.probe;

import io.tarn.contracts.bus.HostAccessReport;
import io.tarn.contracts.bus.HostPmuReport;

/** Takes reports. What cannot be sent is counted and dropped: telemetry is never worth a stall. */
public interface TelemetrySink {

  /** Sends counters. */
  void send(HostPmuReport report);

  /** Sends scans. */
  void send(HostAccessReport report);

  /** Returns once everything sent so far has arrived, or was given up. */
  void flush();

  /** Reports that were given up so far. */
  long lost();
}
