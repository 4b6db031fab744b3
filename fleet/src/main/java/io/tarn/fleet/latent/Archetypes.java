package io.tarn.fleet.latent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The 158 workloads that Pond measured, as we model them. They are the same in every fleet: their
 * sensitivities are the quantiles of the published distribution, given out in the order of their
 * standing.
 */
final class Archetypes {

  private static final Draws DRAWS = new Draws(158);
  private static final double LATE_SHARE = 0.09;

  /** All of them, the least sensitive first. */
  static final List<Workload> ALL = List.copyOf(made());

  private Archetypes() {}

  private static List<Workload> made() {
    List<Member> members = new ArrayList<>();
    for (WorkloadClass workloadClass : WorkloadClass.values()) {
      for (int i = 0; i < workloadClass.members().size(); i++) {
        String name = workloadClass.label() + "." + workloadClass.members().get(i);
        members.add(new Member(name, workloadClass.standing(i)));
      }
    }
    members.sort(Comparator.comparingDouble(Member::standing).thenComparing(Member::name));
    List<Workload> made = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      made.add(archetype(members.get(i).name(), (i + 0.5) / members.size()));
    }
    return made;
  }

  private static Workload archetype(String name, double share) {
    Draws draws = DRAWS.of(name);
    double sensitivity = Sensitivities.quantile(share);
    return new Workload(
        name, Reaction.drawn(sensitivity, LATE_SHARE, draws.of(1)), Pipeline.drawn(draws.of(2)));
  }

  private record Member(String name, double standing) {}
}
