package io.tarn.pool.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Seeded lives of a world of pools, one or many. A life depends on its seed alone. */
public final class Simulation {

  /** Steps of a life that see trouble; those of the calm after it come on top. */
  public static final int STEPS = 1_000;

  private static final int KEPT = 25;

  private Simulation() {}

  /**
   * Lives one life and keeps all of it in words.
   *
   * @param steps with trouble, from 1
   * @param fault put in on purpose, if one is
   */
  public static Lived replay(long seed, int steps, @Nullable Fault fault) {
    return new Life(seed, steps, seams(fault), Integer.MAX_VALUE).live();
  }

  private static Lived live(long seed, int steps, @Nullable Fault fault) {
    return new Life(seed, steps, seams(fault), KEPT).live();
  }

  private static Seams seams(@Nullable Fault fault) {
    return fault == null ? new Seams() : fault.seams();
  }

  /**
   * Lives the lives of seeds that follow each other, several at once.
   *
   * @param first the first seed
   * @param seeds how many
   * @param steps of each, with trouble
   * @param threads at once
   */
  public static Summary run(long first, int seeds, int steps, int threads)
      throws InterruptedException {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Lived>> lives = new ArrayList<>();
      for (int i = 0; i < seeds; i++) {
        long seed = first + i;
        lives.add(executor.submit(() -> live(seed, steps, null)));
      }
      Summary.Draft summary = new Summary.Draft();
      for (int i = 0; i < seeds; i++) {
        summary.add(lives.get(i).get());
        lives.set(i, null);
      }
      return summary.summary();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a life ended otherwise than by a violation", e);
    } finally {
      executor.shutdownNow();
    }
  }

  /**
   * Lives lives with a fault until the verifier catches it.
   *
   * @param first the first seed
   * @param most seeds
   * @return the life in which it was caught; the last one, without a violation, when it was not
   */
  public static Lived hunt(Fault fault, long first, int most) {
    Lived lived = live(first, STEPS, fault);
    for (long seed = first + 1; lived.violation() == null && seed < first + most; seed++) {
      lived = live(seed, STEPS, fault);
    }
    return lived;
  }

  /**
   * What came of many lives.
   *
   * @param seeds lives
   * @param steps of all of them, each verified
   * @param hash of everything that happened in them
   * @param violations the lives that ended in one
   * @param tally how often what happened that lives are lived for
   */
  public record Summary(
      int seeds, long steps, long hash, List<Lived> violations, Map<String, Long> tally) {

    /** Copies the collections. */
    public Summary {
      violations = List.copyOf(violations);
      tally = new TreeMap<>(tally);
    }

    private static final class Draft {

      private final List<Lived> violations = new ArrayList<>();
      private final Map<String, Long> tally = new TreeMap<>();
      private int seeds;
      private long steps;
      private long hash;

      void add(Lived lived) {
        seeds++;
        steps += lived.steps();
        hash = 31 * hash + lived.hash();
        lived.tally().forEach((what, times) -> tally.merge(what, (long) times, Long::sum));
        if (lived.violation() != null) {
          violations.add(lived);
        }
      }

      Summary summary() {
        return new Summary(seeds, steps, hash, violations, tally);
      }
    }
  }
}
