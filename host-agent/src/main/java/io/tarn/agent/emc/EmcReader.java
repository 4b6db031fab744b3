package io.tarn.agent.emc;

import java.net.URI;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Reads entries of EMCs' tables. */
public interface EmcReader {

  /**
   * Reads entries; the future never fails.
   *
   * @param emc where the EMC answers
   * @param slices the slices of interest, at least one
   */
  CompletableFuture<EmcReading> read(URI emc, Set<Integer> slices);
}
