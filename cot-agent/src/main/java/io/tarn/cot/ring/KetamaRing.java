package io.tarn.cot.ring;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Consistent hashing as libketama does it with equal weights: 160 points for each back end, four
 * from each MD5 of {@code name-0} to {@code name-39}; a key belongs to the first point at or after
 * the first four bytes of its MD5, read little-endian, and past the last point to the first one.
 */
public final class KetamaRing implements Ring {

  private static final int DIGESTS = 40;
  private static final int POINTS_OF_DIGEST = 4;
  private static final double HASHES = 0x1p32;
  private static final ThreadLocal<MessageDigest> MD5 = ThreadLocal.withInitial(KetamaRing::newMd5);

  private final List<String> backEnds;
  // ascending, as unsigned numbers of 32 bits
  private final long[] points;
  private final int[] owners;
  private final double[] shares;

  private KetamaRing(List<String> backEnds, long[] points, int[] owners, double[] shares) {
    this.backEnds = backEnds;
    this.points = points;
    this.owners = owners;
    this.shares = shares;
  }

  /**
   * The ring of back ends. Where two have a point in common, it is the later one's.
   *
   * @param backEnds names as they are hashed, {@code host:port} with libketama; at least one, each
   *     once
   * @throws IllegalArgumentException otherwise
   */
  public static KetamaRing of(List<String> backEnds) {
    List<String> names = BackEndNames.checked(backEnds);
    TreeMap<Long, Integer> ring = new TreeMap<>();
    for (int backEnd = 0; backEnd < names.size(); backEnd++) {
      for (int i = 0; i < DIGESTS; i++) {
        byte[] digest = md5(names.get(backEnd) + "-" + i);
        for (int part = 0; part < POINTS_OF_DIGEST; part++) {
          ring.put(littleEndian(digest, 4 * part), backEnd);
        }
      }
    }
    long[] points = ring.keySet().stream().mapToLong(Long::longValue).toArray();
    int[] owners = ring.values().stream().mapToInt(Integer::intValue).toArray();
    return new KetamaRing(names, points, owners, shares(points, owners, names.size()));
  }

  private static double[] shares(long[] points, int[] owners, int count) {
    double[] shares = new double[count];
    double before = points[points.length - 1] - HASHES;
    for (int i = 0; i < points.length; i++) {
      shares[owners[i]] += (points[i] - before) / HASHES;
      before = points[i];
    }
    return shares;
  }

  @Override
  public String name() {
    return "ketama-" + DIGESTS * POINTS_OF_DIGEST;
  }

  @Override
  public List<String> backEnds() {
    return backEnds;
  }

  @Override
  public int backEndOf(String key) {
    return ownerOf(littleEndian(md5(key), 0));
  }

  @Override
  public double share(int backEnd) {
    return shares[backEnd];
  }

  /** The back end of a hash of 32 bits. */
  int ownerOf(long hash) {
    int found = Arrays.binarySearch(points, hash);
    int place = found >= 0 ? found : -found - 1;
    return owners[place == points.length ? 0 : place];
  }

  private static byte[] md5(String text) {
    return MD5.get().digest(text.getBytes(StandardCharsets.UTF_8));
  }

  private static MessageDigest newMd5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no MD5, which every Java must have", e);
    }
  }

  private static long littleEndian(byte[] bytes, int at) {
    return (bytes[at] & 0xffL)
        | (bytes[at + 1] & 0xffL) << 8
        | (bytes[at + 2] & 0xffL) << 16
        | (bytes[at + 3] & 0xffL) << 24;
  }
}
