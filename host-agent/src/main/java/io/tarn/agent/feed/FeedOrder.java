package io.tarn.agent.feed;

import io.tarn.contracts.pool.HostCommand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Puts a page of the feed in order. */
final class FeedOrder {

  private FeedOrder() {}

  /**
   * The commands to take in now.
   *
   * @param commands those that follow the position without a gap, in order
   * @param gap whether later ones came without those before them
   */
  record Stretch(List<HostCommand> commands, boolean gap) {}

  /** Drops repeats and what stands behind a gap; the feed is asked for the rest again. */
  static Stretch after(long position, List<HostCommand> page) {
    List<HostCommand> stretch = new ArrayList<>();
    long next = position + 1;
    boolean gap = false;
    List<HostCommand> sorted =
        page.stream().sorted(Comparator.comparingLong(HostCommand::sequence)).toList();
    for (HostCommand command : sorted) {
      if (command.sequence() == next) {
        stretch.add(command);
        next++;
      } else if (command.sequence() > next) {
        gap = true;
      }
    }
    return new Stretch(stretch, gap);
  }
}
