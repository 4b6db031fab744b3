package io.tarn.telemetry.testing;

import java.util.Comparator;

/** The order of windows written as lines. */
final class LineOrder {

  static final Comparator<String> BY_VM_START_HOST =
      Comparator.comparing((String line) -> line.split(" ")[0])
          .thenComparingLong(line -> Long.parseLong(line.split(" ")[2]))
          .thenComparing(line -> line.split(" ")[1]);

  private LineOrder() {}
}
