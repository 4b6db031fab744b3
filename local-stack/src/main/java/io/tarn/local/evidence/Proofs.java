package io.tarn.local.evidence;

import io.tarn.contracts.InvalidField;
import io.tarn.local.cluster.ClusterShape;
import io.tarn.local.plan.StackOptions;
import java.util.List;
import java.util.stream.Collectors;

/** All evidence. */
public final class Proofs {

  /** In the order in which it is listed. */
  public static final List<Evidence> ALL =
      List.of(
          new Evidence(
              "kills",
              "kill -9 of every process in turn while VMs come and go; nothing acknowledged is lost",
              ClusterShape.USUAL,
              "static:15",
              2_000,
              0,
              true),
          new Evidence(
              "kills-loop",
              "the same where models place VMs: also of collector, trainer and front end, while a week"
                  + " is learned from; every window is what was sent",
              ClusterShape.USUAL,
              StackOptions.POND,
              2_000,
              7,
              true));

  private Proofs() {}

  /**
   * The evidence of a name.
   *
   * @throws InvalidField when there is none
   */
  public static Evidence named(String name) {
    return ALL.stream()
        .filter(evidence -> evidence.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidField(
                    "evidence",
                    name,
                    ALL.stream().map(Evidence::name).collect(Collectors.joining(", "))
                        + ", storm"));
  }
}
