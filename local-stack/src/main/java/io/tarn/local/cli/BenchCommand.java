package io.tarn.local.cli;

import io.tarn.local.bench.Bench;
import io.tarn.local.bench.Benches;
import io.tarn.local.bench.Effort;
import io.tarn.local.bench.SlicesSim;
import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Json;
import io.tarn.local.home.Mode;
import io.tarn.local.plan.StackOptions;
import io.tarn.local.stack.PrintedProgress;
import io.tarn.local.stack.Progress;
import io.tarn.local.stack.RunningStack;
import io.tarn.local.stack.Stack;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a bench, on a fresh stack if it needs one. */
@Command(
    name = "bench",
    description =
        "Measure, on a fresh stack where one is needed; without a name, list what there is.")
final class BenchCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", arity = "0..1", description = "for example placements")
  String name = "";

  @Option(names = "--json", description = "one JSON object on the last line")
  boolean json;

  @Option(names = "--clients", description = "how many call at once (default: the bench's)")
  @Nullable Integer clients;

  @Option(names = "--requests", description = "measured in each case (default: the bench's)")
  @Nullable Integer requests;

  @Mixin SlicesSimArguments slicesSim = new SlicesSimArguments();

  private final PrintStream out = System.out;

  @Override
  public Integer call() throws Exception {
    if (name.isEmpty()) {
      Benches.ALL.forEach(b -> out.printf("  %-14s %s%n", b.name(), b.description()));
      out.printf("  %-14s %s%n", SlicesSim.NAME, SlicesSim.DESCRIPTION);
      return ExitCodes.DONE;
    }
    if (name.equals(SlicesSim.NAME)) {
      return slicesSim.run(json, out);
    }
    Bench bench = Benches.named(name);
    List<Map<String, Object>> rows = measure(bench, effort(bench));
    out.println();
    Table.print(rows, out);
    if (json) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("bench", bench.name());
      result.put("rows", rows);
      out.println(Json.MAPPER.writeValueAsString(result));
    }
    return ExitCodes.DONE;
  }

  private Effort effort(Bench bench) {
    Effort usual = bench.effort();
    return new Effort(
        clients == null ? usual.clients() : clients,
        requests == null ? usual.requests() : requests);
  }

  private List<Map<String, Object>> measure(Bench bench, Effort effort)
      throws CannotStart, InterruptedException {
    StackOptions options =
        new StackOptions(
            Mode.DEMO, bench.policy(), bench.cluster(), false, false, 1, Map.of(), 1, 1);
    Place place = Place.current();
    Progress progress = new PrintedProgress(out, Ending::inProgress);
    Stack stack = new Stack(place.checkout(), place.home(), options, progress);
    Ending ending = Ending.of(stack, () -> Ending.AS_IT_IS);
    try {
      out.println("Starting a stack in " + place.home().root());
      RunningStack running = stack.start();
      List<List<Map<String, Object>>> measured = new ArrayList<>();
      progress.step("Measuring: " + bench.name(), () -> measured.add(bench.run(running, effort)));
      return measured.get(0);
    } finally {
      ending.end();
    }
  }
}
