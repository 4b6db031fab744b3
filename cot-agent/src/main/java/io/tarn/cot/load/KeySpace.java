package io.tarn.cot.load;

import org.jspecify.annotations.Nullable;

/**
 * The names of keys by rank, as a YCSB client with a memcached binding writes them: {@code
 * usertable:user} and the FNV-64 hash of the rank. Made when first asked for; one thread only.
 */
public final class KeySpace {

  private static final long FNV_OFFSET = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 1_099_511_628_211L;

  private final @Nullable String[] names;

  /**
   * @param ranks how many keys
   */
  public KeySpace(int ranks) {
    this.names = new String[ranks];
  }

  /** The name of the key at a rank, 0 the hottest. */
  public String name(int rank) {
    String name = names[rank];
    if (name == null) {
      name = nameOf(rank);
      names[rank] = name;
    }
    return name;
  }

  /** How many keys there are. */
  public int size() {
    return names.length;
  }

  static String nameOf(long rank) {
    return "usertable:user" + fnv64(rank);
  }

  /** FNV-1a over the eight bytes of a number, lowest first, made positive as YCSB does. */
  static long fnv64(long number) {
    long hash = FNV_OFFSET;
    long rest = number;
    for (int i = 0; i < Long.BYTES; i++) {
      hash = (hash ^ (rest & 0xff)) * FNV_PRIME;
      rest >>= Byte.SIZE;
    }
    return Math.abs(hash);
  }
}
