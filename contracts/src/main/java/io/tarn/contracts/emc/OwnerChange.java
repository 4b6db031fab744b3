package io.tarn.contracts.emc;

import io.tarn.contracts.Check;
import org.jspecify.annotations.Nullable;

/**
 * A compare-and-set of one slice's owner.
 *
 * @param slice 0..1023
 * @param expectedOwner the port that owns it now, 0..63; absent for none
 * @param expectedGeneration the entry's generation now
 * @param newOwner the port that shall own it, 0..63; absent for none
 * @param epoch of the leader that asks; refused below the highest that the table has seen
 */
public record OwnerChange(
    int slice,
    @Nullable Integer expectedOwner,
    long expectedGeneration,
    @Nullable Integer newOwner,
    long epoch) {

  /** Ports of an EMC. */
  public static final int PORTS = 64;

  /** Checks the ranges. */
  public OwnerChange {
    Check.range("slice", slice, 0, 1023);
    Check.range("expectedGeneration", expectedGeneration, 0, Long.MAX_VALUE - 1);
    Check.range("epoch", epoch, 1, Long.MAX_VALUE);
    port("expectedOwner", expectedOwner);
    port("newOwner", newOwner);
  }

  private static void port(String field, @Nullable Integer port) {
    if (port != null) {
      Check.range(field, port, 0, PORTS - 1);
    }
  }
}
