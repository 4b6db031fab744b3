package io.tarn.telemetry.history;

import java.util.List;

/** Looks at what was told. */
public interface HistoryQueries {

  /** Histories of a customer after a key, in the order of keys. */
  List<KeyedHistory> histories(String customer, String after, int limit);

  /**
   * A history and its key.
   *
   * @param key on the bus
   * @param view as shown
   */
  record KeyedHistory(String key, HistoryView view) {}
}
