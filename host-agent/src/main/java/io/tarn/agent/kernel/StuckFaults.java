package io.tarn.agent.kernel;

import io.tarn.contracts.InvalidField;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How often a slice cannot be taken offline.
 *
 * @param rate the share of attempts that get stuck at some block, 0..1
 */
public record StuckFaults(double rate) {

  /** Offlining always works. */
  public static final StuckFaults NONE = new StuckFaults(0);

  private static final List<String> CAUSES = List.of("pinned", "kernel-page", "huge-page");

  /** Checks the range. */
  public StuckFaults {
    if (!(rate >= 0 && rate <= 1)) {
      throw new InvalidField("stuck-rate", Double.toString(rate), "0..1");
    }
  }

  /**
   * Where and why an attempt gets stuck.
   *
   * @param onlineBlocks how many blocks stay online, from 1
   * @param cause why
   */
  record Fault(int onlineBlocks, String cause) {}

  /** Draws the fate of one attempt at a slice of which some blocks are online. */
  Optional<Fault> draw(RandomGenerator random, int onlineBlocks) {
    if (random.nextDouble() >= rate) {
      return Optional.empty();
    }
    int stays = 1 + random.nextInt(onlineBlocks);
    return Optional.of(new Fault(stays, CAUSES.get(random.nextInt(CAUSES.size()))));
  }
}
