package io.tarn.local.bench;

import io.tarn.local.cluster.ClusterShape;
import io.tarn.local.home.CannotStart;
import io.tarn.local.stack.RunningStack;
import java.util.List;
import java.util.Map;

/** A measurement of a running stack. */
public interface Bench {

  /** Its name on the command line. */
  String name();

  /** What it measures, for people. */
  String description();

  /** The cluster that it needs. */
  ClusterShape cluster();

  /** The placement policy that it needs. */
  String policy();

  /** How much it does unless it is told otherwise. */
  default Effort effort() {
    return new Effort(8, 3_000);
  }

  /**
   * Measures.
   *
   * @param stack fresh, with the cluster and policy that this bench needs
   * @param effort how much to do
   * @return one row for each case; keys in the order to show them
   * @throws CannotStart when the stack does not do what is measured
   */
  List<Map<String, Object>> run(RunningStack stack, Effort effort)
      throws CannotStart, InterruptedException;
}
