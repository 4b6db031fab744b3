package io.tarn.cot.balance;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Look-ups of all back ends of a ring over the same time.
 *
 * <p>Imbalance is that of the most loaded back end over the least loaded one. A back end without
 * any look-up would make it infinite and says nothing about keys, so it is left out there and named
 * by {@link #idle}.
 *
 * @param each in the order of the ring, at least one
 */
public record Loads(List<Load> each) {

  /** So many look-ups expected and none seen is no chance (e^-20). */
  private static final double SURELY_SOME = 20;

  /**
   * @throws IllegalArgumentException when there is no back end
   */
  public Loads {
    each = List.copyOf(each);
    if (each.isEmpty()) {
      throw new IllegalArgumentException("no back end, accepted: at least one");
    }
  }

  /** All look-ups. */
  public long lookUps() {
    return each.stream().mapToLong(Load::lookUps).sum();
  }

  /** Most over least look-ups (I); 1 when fewer than two back ends got any. */
  public double imbalance() {
    return mostOverLeast(Load::lookUps);
  }

  /** The same with each load divided by its back end's share of the ring (I_w). */
  public double weightedImbalance() {
    return mostOverLeast(Load::weighted);
  }

  /** Back ends that got nothing though by their share they should have got some. */
  public List<String> idle() {
    long all = lookUps();
    return each.stream()
        .filter(load -> load.lookUps() == 0 && load.ringShare() * all >= SURELY_SOME)
        .map(Load::backEnd)
        .toList();
  }

  /** The smallest share of the ring. */
  public double smallestShare() {
    return each.stream().mapToDouble(Load::ringShare).min().orElseThrow();
  }

  /** Whether the same back ends have the same shares in both. */
  public boolean sameRing(Loads other) {
    if (each.size() != other.each.size()) {
      return false;
    }
    for (int i = 0; i < each.size(); i++) {
      Load mine = each.get(i);
      Load theirs = other.each.get(i);
      if (!mine.backEnd().equals(theirs.backEnd()) || mine.ringShare() != theirs.ringShare()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Both added up.
   *
   * @throws IllegalArgumentException when they are of different rings
   */
  public Loads plus(Loads other) {
    if (!sameRing(other)) {
      throw new IllegalArgumentException("loads of different rings, accepted: of the same");
    }
    List<Load> sum = new ArrayList<>();
    for (int i = 0; i < each.size(); i++) {
      Load load = each.get(i);
      sum.add(
          new Load(load.backEnd(), load.ringShare(), load.lookUps() + other.each.get(i).lookUps()));
    }
    return new Loads(sum);
  }

  private double mostOverLeast(ToDoubleFunction<Load> measure) {
    List<Load> living = each.stream().filter(load -> load.lookUps() > 0).toList();
    if (living.size() < 2) {
      return 1;
    }
    double most = living.stream().mapToDouble(measure).max().orElseThrow();
    double least = living.stream().mapToDouble(measure).min().orElseThrow();
    return most / least;
  }
}
