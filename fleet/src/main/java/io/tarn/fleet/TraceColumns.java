package io.tarn.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which column of a trace is where. {@code censored} is -1 when the trace has no such column. */
record TraceColumns(
    int count, int arrival, int vcpu, int memory, int lifeMin, int lifeMax, int censored) {

  private static final List<String> NEEDED =
      List.of("arrival_s", "vcpu", "mem_gb", "life_min_s", "life_max_s");

  /**
   * Finds the columns by the header.
   *
   * @return the columns, or null when one is missing; {@link #problem} then says which
   */
  static @Nullable TraceColumns of(List<String> header) {
    List<String> names = normalized(header);
    if (!names.containsAll(NEEDED)) {
      return null;
    }
    return new TraceColumns(
        names.size(),
        names.indexOf("arrival_s"),
        names.indexOf("vcpu"),
        names.indexOf("mem_gb"),
        names.indexOf("life_min_s"),
        names.indexOf("life_max_s"),
        names.indexOf("censored"));
  }

  static String problem(List<String> header) {
    List<String> missing = new ArrayList<>(NEEDED);
    missing.removeAll(normalized(header));
    return "the header lacks "
        + String.join(", ", missing)
        + "; accepted: a header that names arrival_s, vcpu, mem_gb, life_min_s and life_max_s, in"
        + " any order, others are ignored";
  }

  private static List<String> normalized(List<String> header) {
    return header.stream().map(name -> name.strip().toLowerCase(Locale.ROOT)).toList();
  }
}
