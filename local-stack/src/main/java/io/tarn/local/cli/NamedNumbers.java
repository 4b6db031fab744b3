package io.tarn.local.cli;

import io.tarn.contracts.InvalidField;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads options of the form {@code NAME=N,NAME=N}. */
final class NamedNumbers {

  private NamedNumbers() {}

  /**
   * The numbers by their names.
   *
   * @param option the option's own name
   * @param given each {@code NAME=N}
   * @param names which are accepted, each once
   * @throws InvalidField for anything else
   */
  static Map<String, Integer> of(String option, List<String> given, Collection<String> names) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    for (String pair : given) {
      String[] parts = pair.split("=", -1);
      if (parts.length != 2 || !names.contains(parts[0]) || !parts[1].matches("\\d{1,6}")) {
        throw new InvalidField(
            option, '"' + pair + '"', "NAME=NUMBER, NAME one of " + String.join(", ", names));
      }
      if (numbers.put(parts[0], Integer.valueOf(parts[1])) != null) {
        throw new InvalidField(option, parts[0] + " twice", "each name once");
      }
    }
    return numbers;
  }
}
