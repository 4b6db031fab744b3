package io.tarn.agent.emc;

import io.tarn.contracts.emc.TableEntry;
import java.util.Map;

/** What came of reading from an EMC. */
public sealed interface EmcReading {

  /**
   * The entries asked for.
   *
   * @param bySlice one for each slice that the EMC has
   */
  record Entries(Map<Integer, TableEntry> bySlice) implements EmcReading {

    /** Copies the collection. */
    public Entries {
      bySlice = Map.copyOf(bySlice);
    }
  }

  /**
   * It gave no usable answer.
   *
   * @param reason why
   */
  record Unreachable(String reason) implements EmcReading {}
}
