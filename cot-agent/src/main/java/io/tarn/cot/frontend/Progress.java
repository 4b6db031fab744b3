package io.tarn.cot.frontend;

import io.tarn.cot.resize.EpochReport;
import io.tarn.cot.resize.Verdict;

/** Is told of every epoch of a run, in the thread that runs it. */
public interface Progress {

  /**
   * An epoch ended.
   *
   * @param accesses of the run so far
   */
  void epochEnded(long accesses, EpochReport report, Verdict verdict);
}
