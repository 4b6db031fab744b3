package io.tarn.cot;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.cot.frontend.RunLimits;
import io.tarn.cot.load.Zipf;
import io.tarn.cot.resize.ResizerPolicy;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of the command line. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class FrontEndOptions {

  private static final int MOST_BACK_ENDS = 1024;
  private static final double MOST_SKEW = 5;
  private static final double MOST_TARGET = 1000;
  private static final int MOST_LINES = 1 << 20;
  private static final long MOST_SECONDS = 365L * 24 * 3600;

  @Option(
      names = "--front-end",
      required = true,
      paramLabel = "ID",
      description = "Name of this front end on the bus.")
  private String frontEnd;

  @ArgGroup(multiplicity = "0..1")
  private @Nullable Length length;

  /** How long the run is; without either until it is told to stop. */
  static final class Length {

    @Option(names = "--accesses", paramLabel = "N", description = "End after N accesses.")
    private @Nullable Long accesses;

    @Option(names = "--seconds", paramLabel = "S", description = "End after S seconds.")
    private @Nullable Long seconds;
  }

  @Mixin private BusOptions bus;

  @Option(
      names = "--backends",
      defaultValue = "8",
      paramLabel = "N",
      description = "Back ends, in this process's memory, ${DEFAULT-VALUE} by default.")
  private int backEnds;

  @Option(
      names = "--ring",
      defaultValue = "ketama",
      paramLabel = "KIND",
      description = "How keys are spread: ketama or modulo, ${DEFAULT-VALUE} by default.")
  private String ring;

  @Option(
      names = "--zipf",
      defaultValue = "0.99",
      paramLabel = "S",
      description = "Skew of the keys, 0 (uniform)..5, ${DEFAULT-VALUE} by default.")
  private double skew;

  @Option(
      names = "--keys",
      defaultValue = "100000",
      paramLabel = "N",
      description = "Keys, ${DEFAULT-VALUE} by default.")
  private int keys;

  @Option(
      names = "--updates",
      defaultValue = "0.002",
      paramLabel = "R",
      description = "Share of accesses that are updates, 0..1, ${DEFAULT-VALUE} by default.")
  private double updates;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "N",
      description = "Seed of the accesses, a whole number, ${DEFAULT-VALUE} by default.")
  private long seed;

  @Option(
      names = "--target",
      defaultValue = "1.1",
      paramLabel = "I",
      description = "Weighted imbalance aimed at, above 1, ${DEFAULT-VALUE} by default.")
  private double target;

  @Option(
      names = "--start-lines",
      defaultValue = "0",
      paramLabel = "N",
      description = "Cache lines at first, ${DEFAULT-VALUE} by default.")
  private int startLines;

  @Option(
      names = "--max-lines",
      defaultValue = "4096",
      paramLabel = "N",
      description = "Cache lines at most, 2..1048576, ${DEFAULT-VALUE} by default.")
  private int maxLines;

  @Option(
      names = "--epoch-seconds",
      defaultValue = "10",
      paramLabel = "S",
      description = "An epoch ends after this time at the latest, ${DEFAULT-VALUE} by default.")
  private long epochSeconds;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Accesses per second; none: as fast as it goes.")
  private @Nullable Long rate;

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = "Directory that keeps the incarnation; none: the clock alone makes it rise.")
  private @Nullable Path state;

  /**
   * Checks the options.
   *
   * @throws ParameterException with what would have been accepted
   */
  FrontEndSettings settings(CommandLine commandLine) {
    try {
      return settings();
    } catch (InvalidField e) {
      throw new ParameterException(commandLine, "--" + e.getMessage());
    }
  }

  private FrontEndSettings settings() {
    Check.id("front-end", frontEnd);
    Check.range("backends", backEnds, 1, MOST_BACK_ENDS);
    Check.range("keys", keys, 1, Zipf.MOST_RANKS);
    within("zipf", skew, 0, MOST_SKEW);
    within("updates", updates, 0, 1);
    Check.range("max-lines", maxLines, 2, MOST_LINES);
    Check.range("start-lines", startLines, 0, maxLines);
    if (!(target > 1 && target <= MOST_TARGET)) {
      throw new InvalidField("target", Double.toString(target), "above 1, at most " + MOST_TARGET);
    }
    return new FrontEndSettings(
        frontEnd,
        backEnds,
        checkedRing(),
        skew,
        keys,
        updates,
        seed,
        startLines,
        ResizerPolicy.of(target, maxLines),
        checkedLimits(),
        bus.settings(),
        Optional.ofNullable(state));
  }

  private RingKind checkedRing() {
    return switch (ring.toLowerCase(Locale.ROOT)) {
      case "ketama" -> RingKind.KETAMA;
      case "modulo" -> RingKind.MODULO;
      default -> throw new InvalidField("ring", Check.quoted(ring), "ketama or modulo");
    };
  }

  private RunLimits checkedLimits() {
    long accesses = Long.MAX_VALUE;
    long nanos = Long.MAX_VALUE;
    if (length != null && length.accesses != null) {
      accesses = Check.range("accesses", length.accesses, 1, Long.MAX_VALUE);
    } else if (length != null && length.seconds != null) {
      nanos = nanos("seconds", length.seconds);
    }
    return new RunLimits(
        accesses,
        nanos,
        nanos("epoch-seconds", epochSeconds),
        rate == null ? Long.MAX_VALUE : Check.range("rate", rate, 1, Long.MAX_VALUE));
  }

  private static long nanos(String field, long seconds) {
    return TimeUnit.SECONDS.toNanos(Check.range(field, seconds, 1, MOST_SECONDS));
  }

  private static void within(String field, double value, double min, double max) {
    if (!(value >= min && value <= max)) {
      throw new InvalidField(field, Double.toString(value), min + ".." + max);
    }
  }
}
