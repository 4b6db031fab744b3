package io.tarn.contracts.model;

import io.tarn.contracts.InvalidField;
import java.util.List;

/** The latencies of pool memory that models are made for, in percent of local latency. */
public final class Scenario {

  /** 78 ns local, 142 ns on the pool; and 115 ns local, 255 ns on the pool. */
  public static final List<Integer> ALL = List.of(182, 222);

  private Scenario() {}

  /** Checks that a scenario is one of {@link #ALL}. */
  public static int check(String field, int scenario) {
    if (!ALL.contains(scenario)) {
      throw new InvalidField(field, Integer.toString(scenario), "182 or 222");
    }
    return scenario;
  }
}
