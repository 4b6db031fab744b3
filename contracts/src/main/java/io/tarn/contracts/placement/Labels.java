package io.tarn.contracts.placement;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Labels of hosts, and those that a VM asks for. */
final class Labels {

  private static final int MOST = 32;

  private Labels() {}

  /** The labels in order of their keys, checked; absent ones are none. */
  static Map<String, String> checked(@Nullable Map<String, String> labels) {
    if (labels == null) {
      return Map.of();
    }
    if (labels.size() > MOST) {
      throw new InvalidField("labels", labels.size() + " of them", "0.." + MOST);
    }
    Map<String, String> sorted = new TreeMap<>();
    labels.forEach(
        (key, value) -> sorted.put(Check.id("labels", key), Check.text("labels." + key, value)));
    return Collections.unmodifiableMap(sorted);
  }
}
