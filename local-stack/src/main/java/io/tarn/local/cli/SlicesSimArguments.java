package io.tarn.local.cli;

import io.tarn.contracts.Check;
import io.tarn.local.bench.SlicesSim;
import io.tarn.local.home.Json;
import io.tarn.pool.sim.Fault;
import io.tarn.pool.sim.Lived;
import io.tarn.pool.sim.Simulation;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The bench slices-sim and what it is told. */
final class SlicesSimArguments {

  private static final int SHOWN = 3;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "2000",
      description = "(slices-sim) lives (default: ${DEFAULT-VALUE})")
  int seeds = 2_000;

  @Option(
      names = "--first",
      paramLabel = "SEED",
      defaultValue = "1",
      description = "(slices-sim) the first seed (default: ${DEFAULT-VALUE})")
  long first = 1;

  @Option(
      names = "--steps",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "(slices-sim) steps of a life that see trouble, before it is calm (default:"
              + " ${DEFAULT-VALUE})")
  int steps = Simulation.STEPS;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description = "(slices-sim) live this one life alone and print all of it")
  @Nullable Long seed;

  @Option(
      names = "--fault",
      paramLabel = "NAME",
      description = "(slices-sim, with --seed) put in a fault: ${COMPLETION-CANDIDATES}")
  @Nullable Fault fault;

  @Option(
      names = "--faults",
      description = "(slices-sim) put in every fault until the verifier catches it")
  boolean faults;

  int run(boolean json, PrintStream out) throws Exception {
    Check.range("--seeds", seeds, 1, 10_000_000);
    Check.range("--steps", steps, 1, 1_000_000);
    if (seed != null) {
      return replay(seed, out);
    }
    return faults ? catchFaults(json, out) : live(json, out);
  }

  private int live(boolean json, PrintStream out) throws Exception {
    out.printf(
        "Living %d lives from seed %d, %d steps with trouble in each%n", seeds, first, steps);
    SlicesSim.Outcome outcome = SlicesSim.run(first, seeds, steps);
    outcome.happened().forEach((what, times) -> out.printf("%12d  %s%n", times, what));
    for (Lived lived : outcome.violations().stream().limit(SHOWN).toList()) {
      out.println();
      out.println(lived.report());
      out.println("Live it alone: ./tarn bench slices-sim --seed " + lived.seed() + stepsOption());
    }
    out.println();
    Table.print(List.of(outcome.row()), out);
    if (json) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("bench", SlicesSim.NAME);
      result.putAll(outcome.row());
      result.put("rows", List.of(outcome.row()));
      result.put("happened", outcome.happened());
      out.println(Json.MAPPER.writeValueAsString(result));
    }
    return outcome.violations().isEmpty() ? ExitCodes.DONE : ExitCodes.VIOLATED;
  }

  private String stepsOption() {
    return steps == Simulation.STEPS ? "" : " --steps " + steps;
  }

  private int replay(long one, PrintStream out) {
    Lived lived = Simulation.replay(one, steps, fault);
    out.println(lived.report());
    return lived.violation() == null ? ExitCodes.DONE : ExitCodes.VIOLATED;
  }

  private int catchFaults(boolean json, PrintStream out) throws Exception {
    List<Map<String, Object>> rows = SlicesSim.faults(first);
    for (Map<String, Object> row : rows) {
      row.put("caught", !"".equals(row.get("invariant")));
    }
    Table.print(rows, out);
    if (json) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("bench", SlicesSim.NAME);
      result.put("rows", rows);
      out.println(Json.MAPPER.writeValueAsString(result));
    }
    return rows.stream().allMatch(row -> Boolean.TRUE.equals(row.get("caught")))
        ? ExitCodes.DONE
        : ExitCodes.VIOLATED;
  }
}
