package io.tarn.telemetry.history;

import io.tarn.contracts.bus.History;
import java.util.List;

/** Tells of histories, in the current transaction. */
public interface HistoryAnnouncer {

  /** Tells; the histories have no header yet. */
  void tell(List<History> histories);
}
