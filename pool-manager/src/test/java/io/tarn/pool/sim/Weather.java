package io.tarn.pool.sim;

import java.util.List;
import java.util.function.BiConsumer;

/**
 * How rough one life is. Each seed draws its own, so that some lives are full of one trouble and
 * free of another.
 *
 * @param troubleEvery microseconds between troubles at the most
 * @param askEvery microseconds between a client's requests at the most
 * @param lost one message in so many never arrives
 * @param doubled one message in so many arrives twice
 * @param late one message in so many arrives after its sender has given it up
 * @param lazy one call in so many is not obeyed by its device
 * @param stuck one block in so many cannot be taken offline
 * @param troubles what befalls, each as often as it is named
 */
record Weather(
    long troubleEvery,
    long askEvery,
    int lost,
    int doubled,
    int late,
    int lazy,
    int stuck,
    List<BiConsumer<Troubles, Dice>> troubles) {

  private static final List<BiConsumer<Troubles, Dice>> ALL =
      List.of(
          Troubles::killManager,
          Troubles::letManagerSleep,
          Troubles::bootHost,
          Troubles::killAgent,
          Troubles::takeDeviceAway,
          Troubles::restartDevice,
          Troubles::makeDeviceForget,
          Troubles::killDevice,
          Troubles::fenceHost,
          Troubles::killDatabase);

  static Weather drawn(Dice dice) {
    List<BiConsumer<Troubles, Dice>> troubles =
        ALL.stream().filter(trouble -> !dice.oneIn(3)).toList();
    return new Weather(
        dice.between(100, 2_000) * Timeline.MILLIS,
        dice.between(60, 400) * Timeline.MILLIS,
        20 << dice.below(5),
        15 << dice.below(5),
        8 << dice.below(5),
        8 << dice.below(5),
        4 << dice.below(6),
        troubles.isEmpty() ? ALL : troubles);
  }
}
