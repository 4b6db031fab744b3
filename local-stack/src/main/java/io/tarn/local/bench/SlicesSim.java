package io.tarn.local.bench;

import io.tarn.pool.sim.Fault;
import io.tarn.pool.sim.Lived;
import io.tarn.pool.sim.Simulation;
import io.tarn.pool.sim.Simulation.Summary;
import io.tarn.pool.sim.Violation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The simulation of pools as a bench: lives by seed, verified after every step; needs no stack. */
public final class SlicesSim {

  /** Its name on the command line. */
  public static final String NAME = "slices-sim";

  /** What it does, for people. */
  public static final String DESCRIPTION =
      "simulated lives of pools, managers, hosts and EMCs, every step verified; needs no stack";

  private static final int MOST_SEEDS_PER_FAULT = 20_000;
  private static final double NANOS = 1e9;

  private SlicesSim() {}

  /**
   * Lives the lives of seeds that follow each other, as many at once as there are processors.
   *
   * @param first the first seed
   * @param seeds how many
   * @param steps of each, with trouble
   */
  public static Outcome run(long first, int seeds, int steps) throws InterruptedException {
    long began = System.nanoTime();
    Summary summary =
        Simulation.run(first, seeds, steps, Runtime.getRuntime().availableProcessors());
    double seconds = (System.nanoTime() - began) / NANOS;
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("seeds", summary.seeds());
    row.put("steps", summary.steps());
    row.put("invariantViolations", summary.violations().size());
    row.put("seconds", Math.round(seconds * 10) / 10.0);
    row.put("stepsPerSecond", Math.round(summary.steps() / seconds));
    return new Outcome(row, summary.violations(), summary.tally());
  }

  /**
   * Puts in each fault until it is caught.
   *
   * @param first the first seed of each
   * @return a row for each fault; one that was not caught has no invariant
   */
  public static List<Map<String, Object>> faults(long first) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Fault fault : Fault.values()) {
      Lived lived = Simulation.hunt(fault, first, MOST_SEEDS_PER_FAULT);
      Violation violation = lived.violation();
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("fault", fault.name());
      row.put("invariant", violation == null ? "" : violation.invariant());
      row.put("seeds", lived.seed() - first + 1);
      row.put("seed", lived.seed());
      row.put("step", lived.steps());
      rows.add(row);
    }
    return rows;
  }

  /**
   * What came of many lives.
   *
   * @param row the figures
   * @param violations the lives that ended in one
   * @param happened how often what happened that lives are lived for
   */
  public record Outcome(
      Map<String, Object> row, List<Lived> violations, Map<String, Long> happened) {

    /** Copies the list. */
    public Outcome {
      violations = List.copyOf(violations);
    }
  }
}
