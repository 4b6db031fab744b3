package io.tarn.telemetry.feed;

/**
 * Which sequences of one sender were seen: the highest, and which of the 64 up to it. A sequence
 * below those counts as seen, so that none counts twice (the anti-replay window of RFC 4303,
 * section 3.4.3).
 *
 * @param last the highest sequence seen, 0 before the first
 * @param seen bit n says whether {@code last - n} was seen
 */
public record ReplayWindow(long last, long seen) {

  /** Nothing seen yet. */
  public static final ReplayWindow EMPTY = new ReplayWindow(0, 0);

  /** How far behind the highest a sequence may come and still count. */
  public static final int SIZE = Long.SIZE;

  /** Whether a sequence is news. */
  public boolean isNew(long sequence) {
    if (sequence > last) {
      return true;
    }
    long behind = last - sequence;
    return behind < SIZE && (seen >>> behind & 1) == 0;
  }

  /** The window with a sequence seen that is news. */
  public ReplayWindow with(long sequence) {
    if (sequence <= last) {
      return new ReplayWindow(last, seen | 1L << (last - sequence));
    }
    long ahead = sequence - last;
    long shifted = ahead < SIZE ? seen << ahead : 0;
    return new ReplayWindow(sequence, shifted | 1);
  }
}
