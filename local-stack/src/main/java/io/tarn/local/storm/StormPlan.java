package io.tarn.local.storm;

import io.tarn.contracts.Check;
import io.tarn.local.service.Names;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Everything that befalls a stack, drawn from one seed before it begins: the same seed is the same
 * plan, whatever the processes do.
 *
 * @param seed that it was drawn from
 * @param gusts one after the other
 */
public record StormPlan(long seed, List<Gust> gusts) {

  /** Kills unless the user says otherwise. */
  public static final int USUAL_KILLS = 50;

  /** Pauses unless the user says otherwise. */
  public static final int USUAL_PAUSES = 20;

  /** The processes that are killed and paused. */
  public static final List<String> VICTIMS =
      List.of(
          Names.POOL_MANAGER,
          Names.replica(Names.POOL_MANAGER, 2),
          "postgres",
          Names.EMULATOR,
          Names.AGENTS);

  static final long SHORTEST_PAUSE_MILLIS = 300;

  /** Three times the lease of a pool. */
  static final long LONGEST_PAUSE_MILLIS = 9_000;

  private static final int MOST_IN_A_GUST = 3;
  private static final int MOST = 1_000;
  private static final int LONGEST_GAP_MILLIS = 1_500;
  private static final int LONGEST_CALM_MILLIS = 1_500;
  private static final int PAUSES_PER_SLEEPING_LEADER = 4;

  /** Copies the collection. */
  public StormPlan {
    gusts = List.copyOf(gusts);
  }

  /**
   * Draws a plan. One of four pauses, and at least one, is that of a leader past its lease.
   *
   * @param seed that it is drawn from
   * @param kills how many, 0..1000
   * @param pauses how many, 0..1000
   */
  public static StormPlan of(long seed, int kills, int pauses) {
    Check.range("--kills", kills, 0, MOST);
    Check.range("--pauses", pauses, 0, MOST);
    Random random = new Random(seed);
    int leaders = (pauses + PAUSES_PER_SLEEPING_LEADER - 1) / PAUSES_PER_SLEEPING_LEADER;
    List<Strike> strikes = new ArrayList<>();
    for (String victim : victims(kills, random)) {
      strikes.add(new Strike.Kill(victim, random.nextInt(LONGEST_GAP_MILLIS)));
    }
    for (String victim : victims(pauses - leaders, random)) {
      long millis = random.nextLong(SHORTEST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS + 1);
      strikes.add(new Strike.Pause(victim, random.nextInt(LONGEST_GAP_MILLIS), millis));
    }
    Collections.shuffle(strikes, random);
    List<Gust> gusts = gusts(strikes, random);
    for (int i = 0; i < leaders; i++) {
      gusts.add(random.nextInt(gusts.size() + 1), new Gust.SleepingLeader(calm(random)));
    }
    return new StormPlan(seed, gusts);
  }

  /** So many victims, each as often as the others or once more. */
  private static List<String> victims(int count, Random random) {
    List<String> drawn = new ArrayList<>();
    while (drawn.size() < count) {
      List<String> round = new ArrayList<>(VICTIMS);
      Collections.shuffle(round, random);
      drawn.addAll(round.subList(0, Math.min(round.size(), count - drawn.size())));
    }
    return drawn;
  }

  private static List<Gust> gusts(List<Strike> strikes, Random random) {
    List<Gust> gusts = new ArrayList<>();
    int next = 0;
    while (next < strikes.size()) {
      int most = 1 + random.nextInt(MOST_IN_A_GUST);
      Set<String> struck = new HashSet<>();
      List<Strike> together = new ArrayList<>();
      while (next < strikes.size()
          && together.size() < most
          && struck.add(strikes.get(next).victim())) {
        together.add(strikes.get(next++));
      }
      gusts.add(new Gust.Strikes(calm(random), together));
    }
    return gusts;
  }

  private static long calm(Random random) {
    return random.nextInt(LONGEST_CALM_MILLIS);
  }

  /** Kills in it. */
  public int kills() {
    return (int) strikes().stream().filter(Strike.Kill.class::isInstance).count();
  }

  /** Pauses in it, those of leaders too. */
  public int pauses() {
    return strikes().size() - kills() + sleepingLeaders();
  }

  /** Pauses of leaders past their lease in it. */
  public int sleepingLeaders() {
    return (int) gusts.stream().filter(Gust.SleepingLeader.class::isInstance).count();
  }

  List<Strike> strikes() {
    List<Strike> all = new ArrayList<>();
    for (Gust gust : gusts) {
      if (gust instanceof Gust.Strikes several) {
        all.addAll(several.strikes());
      }
    }
    return all;
  }
}
