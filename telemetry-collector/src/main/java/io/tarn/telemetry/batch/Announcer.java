package io.tarn.telemetry.batch;

import io.tarn.contracts.bus.VmAccessScan;
import io.tarn.telemetry.window.RevisedWindow;
import java.util.List;
import java.util.Map;

/** Tells of what a batch came to, in the current transaction. */
public interface Announcer {

  /**
   * Tells of windows.
   *
   * @param scans the newest scan of each VM that has one
   */
  void windows(List<RevisedWindow> windows, Map<String, VmAccessScan> scans);

  /** Sets records aside. */
  void refused(List<Heard.Refused> records);
}
