package io.tarn.local.bench;

import io.tarn.contracts.InvalidField;
import java.util.List;
import java.util.stream.Collectors;

/** All benches. */
public final class Benches {

  /** In the order in which they are listed. */
  public static final List<Bench> ALL = List.of(new PlacementsBench(), new SlicesBench());

  private Benches() {}

  /**
   * The bench of a name.
   *
   * @throws InvalidField when there is none
   */
  public static Bench named(String name) {
    return ALL.stream()
        .filter(bench -> bench.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidField(
                    "bench",
                    name,
                    ALL.stream().map(Bench::name).collect(Collectors.joining(", "))
                        + ", "
                        + SlicesSim.NAME));
  }
}
