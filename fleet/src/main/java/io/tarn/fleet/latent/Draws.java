package io.tarn.fleet.latent;

/**
 * Random numbers that are looked up, not drawn: the number at a place is a hash of the key and the
 * place, so that any order of access gives the same. Equal on every JVM.
 *
 * @param key what the numbers belong to
 */
public record Draws(long key) {

  private static final long GOLDEN = 0x9e3779b97f4a7c15L;
  private static final double UNIT = 0x1.0p-53;
  private static final int SHORT_MASK = 0xffff;
  private static final double SHORT_CENTRE = 2 * 0xffff;
  private static final double SHORT_SPREAD = 65_536 / StrictMath.sqrt(3);

  /** The numbers of a part, by its name. */
  public Draws of(String part) {
    long hash = key;
    for (int i = 0; i < part.length(); i++) {
      hash = mixed((hash + part.charAt(i)) * GOLDEN);
    }
    return new Draws(mixed(hash + part.length()));
  }

  /** The numbers of a part, by its number. */
  public Draws of(long part) {
    return new Draws(mixed(key + mixed(part + GOLDEN)));
  }

  /** A number of 64 even bits. */
  public long bits(long place) {
    return mixed(key + (place + 1) * GOLDEN);
  }

  /** An even number, 0 to below 1. */
  public double uniform(long place) {
    return (bits(place) >>> 11) * UNIT;
  }

  /** A standard normal number, by Box and Muller; within 8.6. */
  public double normal(long place) {
    Draws both = of(place);
    return StrictMath.sqrt(-2 * StrictMath.log(1 - both.uniform(0)))
        * StrictMath.cos(2 * StrictMath.PI * both.uniform(1));
  }

  /**
   * A number of mean 0 and variance 1, nearly normal and within 3.5: the sum of four even ones.
   * Takes a few nanoseconds.
   */
  public double bell(long place) {
    long four = bits(place);
    long sum =
        (four & SHORT_MASK)
            + ((four >>> 16) & SHORT_MASK)
            + ((four >>> 32) & SHORT_MASK)
            + (four >>> 48);
    return (sum - SHORT_CENTRE) / SHORT_SPREAD;
  }

  /** A factor of median 1: {@code exp(sigma * normal)}. */
  public double factor(long place, double sigma) {
    return StrictMath.exp(sigma * normal(place));
  }

  /** An exponential number of mean 1. */
  public double exponential(long place) {
    return -StrictMath.log(1 - uniform(place));
  }

  /** The last step of MurmurHash3 as SplitMix64 has it (Steele et al., OOPSLA'14). */
  private static long mixed(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
