package io.tarn.fleet.latent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The workloads of a fleet: ten instances of each archetype, each with its own data and load. A
 * name that is none of them is a workload of its own, always the same.
 */
final class Workloads {

  private static final int INSTANCES = 10;

  private final Draws draws;
  private final List<Workload> all;
  private final Map<String, Workload> byName;

  private Workloads(Draws draws, List<Workload> all, Map<String, Workload> byName) {
    this.draws = draws;
    this.all = all;
    this.byName = byName;
  }

  static Workloads of(Draws draws) {
    List<Workload> all = new ArrayList<>();
    Map<String, Workload> byName = new HashMap<>();
    for (Workload archetype : Archetypes.ALL) {
      for (int i = 0; i < INSTANCES; i++) {
        Workload instance = instance(draws, archetype, archetype.name() + "." + i);
        all.add(instance);
        byName.put(instance.name(), instance);
      }
    }
    return new Workloads(draws, List.copyOf(all), Map.copyOf(byName));
  }

  /** All 1,580, ten by ten. */
  List<Workload> all() {
    return all;
  }

  /** The workload of a name, whatever the name. */
  Workload named(String name) {
    Workload known = byName.get(name);
    if (known != null) {
      return known;
    }
    double point = draws.of(name).uniform(0);
    return instance(draws, Archetypes.ALL.get((int) (point * Archetypes.ALL.size())), name);
  }

  private static Workload instance(Draws draws, Workload archetype, String name) {
    return archetype.varied(name, draws.of(name), 1);
  }
}
