package io.tarn.cot.ring;

import java.util.List;

/**
 * The hash of a key modulo the number of back ends, as spymemcached does by default: {@code
 * String.hashCode} as an unsigned number of 32 bits.
 */
public final class ModuloRing implements Ring {

  private static final long HASHES = 1L << 32;

  private final List<String> backEnds;

  /**
   * @param backEnds at least one, each once
   * @throws IllegalArgumentException otherwise
   */
  public ModuloRing(List<String> backEnds) {
    this.backEnds = BackEndNames.checked(backEnds);
  }

  @Override
  public String name() {
    return "modulo";
  }

  @Override
  public List<String> backEnds() {
    return backEnds;
  }

  @Override
  public int backEndOf(String key) {
    return (int) (Integer.toUnsignedLong(key.hashCode()) % backEnds.size());
  }

  @Override
  public double share(int backEnd) {
    int count = backEnds.size();
    long hashes = HASHES / count + (backEnd < HASHES % count ? 1 : 0);
    return (double) hashes / HASHES;
  }
}
