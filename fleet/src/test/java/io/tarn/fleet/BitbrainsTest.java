package io.tarn.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tarn.fleet.oracle.Oracle;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Compares with memory measured by others, where {@code TARN_DATA} leads to it. */
class BitbrainsTest {

  private static final String FILE = "bitbrains/bitbrains_rnd_daily_2013-07_08.csv.gz";

  @Test
  void untouchedShares_areSpreadAsInARealCloud() throws IOException {
    String data = System.getenv("TARN_DATA");
    assumeTrue(data != null, "TARN_DATA is not set: not compared with Bitbrains");
    Path file = Path.of(String.valueOf(data), FILE);
    assumeTrue(Files.exists(file), file + " is absent: not compared with Bitbrains");
    List<Double> theirs = untouched(file);
    Fleet fleet = new Fleet(1);
    Oracle oracle = new Oracle(fleet);
    List<Double> ours =
        LongStream.range(0, 10_000)
            .mapToObj(fleet::vm)
            .map(vm -> share(oracle, vm))
            .sorted()
            .toList();
    assertThat(theirs).hasSizeGreaterThan(300);
    // another cloud, and peaks of "active" memory, which understate what was touched: near, not
    // equal
    for (double quantile : new double[] {0.1, 0.25, 0.5, 0.75, 0.9}) {
      assertThat(at(ours, quantile)).isCloseTo(at(theirs, quantile), within(0.15));
    }
  }

  /** One minus the peak of a month over the memory provided, for each VM, sorted. */
  private static List<Double> untouched(Path file) throws IOException {
    Map<String, Double> peaks = new HashMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        List<String> fields = List.of(line.split(",", -1));
        if (fields.get(1).startsWith("2013-08") && Double.parseDouble(fields.get(3)) > 0) {
          double used = Double.parseDouble(fields.get(5)) / Double.parseDouble(fields.get(3));
          peaks.merge(fields.get(0), Math.min(1, used), Math::max);
        }
      }
    }
    return peaks.values().stream().map(peak -> 1 - peak).sorted().toList();
  }

  private static double share(Oracle oracle, Arrival vm) {
    double untouched = oracle.untouchedMiB(vm);
    return untouched / vm.memoryMiB();
  }

  private static double at(List<Double> sorted, double quantile) {
    return sorted.get((int) (quantile * sorted.size()));
  }
}
