package io.tarn.local.cli;

import io.tarn.contracts.Check;
import io.tarn.local.demo.Load;
import io.tarn.local.demo.Past;
import io.tarn.local.home.Mode;
import io.tarn.local.plan.StackOptions;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts everything, replays a day of VMs over the public API, shows what came of it. */
@Command(
    name = "demo",
    description = {
      "Start a fresh stack, replay a simulated day of VMs over the public API, show what came of"
          + " it.",
      "The data of an earlier demo is removed; that of ./tarn up is left alone."
    })
final class DemoCommand implements Callable<Integer> {

  private static final int USUAL_VMS = 2_000;
  private static final int USUAL_PAST_DAYS = 7;
  static final int MOST_VMS = 10_000_000;

  @Mixin StackArguments arguments = new StackArguments();

  @Option(
      names = "--vms",
      paramLabel = "N",
      description = "arrivals to replay (default: 2000, or all of a trace)")
  @Nullable Integer vms;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "replay a CSV (plain or .gz) with arrival_s, vcpu, mem_gb, life_min_s, life_max_s")
  @Nullable Path trace;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "only the first arrivals of the trace; the same as --vms")
  @Nullable Integer limit;

  @Option(names = "--once", description = "stop everything after the summary")
  boolean once;

  @Mixin JsonTarget json = new JsonTarget();

  @Option(names = "--kill-each", hidden = true, description = "kill each process once meanwhile")
  boolean killEach;

  @Override
  public Integer call() throws Exception {
    StackOptions options = arguments.options(Mode.DEMO, Optional.empty());
    Path summary = json.checked();
    try (Load load = load(arguments.past(USUAL_PAST_DAYS))) {
      return new DemoRunner(Place.current(), options, once, killEach, summary).run(load);
    }
  }

  private Load load(Past past) {
    Integer most = limit != null ? limit : vms;
    if (most != null) {
      Check.range(limit != null ? "--limit" : "--vms", most, 1, MOST_VMS);
    }
    return trace != null
        ? Load.trace(past, trace, most, arguments.seed)
        : Load.generated(past, most == null ? USUAL_VMS : most, arguments.seed);
  }
}
