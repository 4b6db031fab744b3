package io.tarn.emulator.table;

import io.tarn.contracts.emc.TableEntry;
import org.jspecify.annotations.Nullable;

/**
 * One slice as the controller knows it.
 *
 * @param slice its number, from 0
 * @param owner the owner's port, 0..63; absent when the entry is not valid
 * @param generation rises by one with every change of the owner, from 0
 * @param dirtySince the generation at which the slice got its first owner after it was last erased;
 *     0 when nobody can have written to it
 */
public record Entry(int slice, @Nullable Integer owner, long generation, long dirtySince) {

  static Entry factoryNew(int slice) {
    return new Entry(slice, null, 0, 0);
  }

  Entry ownedBy(@Nullable Integer newOwner) {
    long next = generation + 1;
    boolean staysClean = newOwner == null || dirtySince > 0;
    return new Entry(slice, newOwner, next, staysClean ? dirtySince : next);
  }

  Entry raisedTo(long atLeast) {
    return new Entry(slice, owner, atLeast, dirtySince);
  }

  Entry erased() {
    return new Entry(slice, owner, generation, 0);
  }

  /** Whether its last owners' data may still be in it. */
  public boolean dirty() {
    return dirtySince > 0;
  }

  /** The entry as clients read it. */
  public TableEntry view() {
    return new TableEntry(slice, owner, generation);
  }
}
