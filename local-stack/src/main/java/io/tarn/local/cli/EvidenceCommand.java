package io.tarn.local.cli;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.local.demo.Load;
import io.tarn.local.demo.Past;
import io.tarn.local.evidence.Evidence;
import io.tarn.local.evidence.Proofs;
import io.tarn.local.home.Mode;
import io.tarn.local.plan.StackOptions;
import io.tarn.local.storm.StormPlan;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a long proof on a fresh stack. */
@Command(
    name = "evidence",
    description = "Run a long proof on a fresh stack; without a name, list what there is.")
final class EvidenceCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", arity = "0..1", description = "for example kills")
  String name = "";

  @Option(names = "--vms", paramLabel = "N", description = "arrivals to replay")
  @Nullable Integer vms;

  @Option(
      names = "--past-days",
      paramLabel = "N",
      description = "(where models place VMs) days before that they learn from, 0..9")
  @Nullable Integer pastDays;

  @Option(
      names = "--kills",
      paramLabel = "N",
      description = "(storm) processes killed, 0..1000 (default: " + StormPlan.USUAL_KILLS + ")")
  @Nullable Integer kills;

  @Option(
      names = "--pauses",
      paramLabel = "N",
      description = "(storm) processes paused, 0..1000 (default: " + StormPlan.USUAL_PAUSES + ")")
  @Nullable Integer pauses;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of everything that is drawn (default: ${DEFAULT-VALUE})")
  long seed = 1;

  @Mixin JsonTarget json = new JsonTarget();

  @Override
  public Integer call() throws Exception {
    if (name.isEmpty()) {
      Proofs.ALL.forEach(e -> System.out.printf("  %-14s %s%n", e.name(), e.description()));
      System.out.printf("  %-14s %s%n", StormRunner.NAME, StormRunner.DESCRIPTION);
      return ExitCodes.DONE;
    }
    if (name.equals(StormRunner.NAME)) {
      return storm();
    }
    refuse("--kills", kills, "only with storm");
    refuse("--pauses", pauses, "only with storm");
    Evidence evidence = Proofs.named(name);
    Path summary = json.checked();
    int count = vms == null ? evidence.vms() : vms;
    Check.range("--vms", count, 1, DemoCommand.MOST_VMS);
    StackOptions options =
        new StackOptions(
            Mode.DEMO, evidence.policy(), evidence.cluster(), false, true, seed, Map.of(), 1, 1);
    int days = pastDays == null ? evidence.pastDays() : pastDays;
    if (days > 0 && !options.learns()) {
      throw new InvalidField("--past-days", days + " with " + name, "only with kills-loop");
    }
    try (Load load = Load.generated(Past.generated(days, seed), count, seed)) {
      return new DemoRunner(Place.current(), options, true, evidence.killEach(), summary).run(load);
    }
  }

  private int storm() throws Exception {
    refuse("--vms", vms, "only with kills and kills-loop");
    refuse("--past-days", pastDays, "only with kills-loop");
    StormPlan plan =
        StormPlan.of(
            seed,
            kills == null ? StormPlan.USUAL_KILLS : kills,
            pauses == null ? StormPlan.USUAL_PAUSES : pauses);
    return new StormRunner(plan, json.checked()).run();
  }

  private void refuse(String option, @Nullable Integer value, String accepted) {
    if (value != null) {
      throw new InvalidField(option, value + " with " + name, accepted);
    }
  }
}
