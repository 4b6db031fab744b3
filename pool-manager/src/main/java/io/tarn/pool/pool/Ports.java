package io.tarn.pool.pool;

import io.tarn.contracts.emc.OwnerChange;
import java.util.Collection;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Numbers of ports. */
public final class Ports {

  private Ports() {}

  /** The lowest port of an EMC that is not taken; empty when all are. */
  public static OptionalInt lowestFree(Collection<Integer> taken) {
    return IntStream.range(0, OwnerChange.PORTS).filter(port -> !taken.contains(port)).findFirst();
  }
}
