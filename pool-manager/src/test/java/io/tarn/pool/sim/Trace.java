package io.tarn.pool.sim;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/** What happened, in words; a hash of all of it, and the text of the last steps. */
final class Trace {

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final int kept;
  private final Deque<Line> last = new ArrayDeque<>();
  private final StringBuilder text = new StringBuilder();
  private long atMicros;
  private long hash = FNV_OFFSET;
  private int step;

  /**
   * @param kept so many steps' texts are kept
   */
  Trace(int kept) {
    this.kept = kept;
  }

  /** Begins the next step. */
  void begin(long now, String what) {
    atMicros = now;
    text.setLength(0);
    text.append(what);
    step++;
  }

  /** Adds to the step under way. */
  void note(String more) {
    text.append("; ").append(more);
  }

  /** Ends the step. */
  void end() {
    hash = (hash ^ atMicros) * FNV_PRIME;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    last.addLast(new Line(step, atMicros, text.toString()));
    if (last.size() > kept) {
      last.removeFirst();
    }
  }

  int step() {
    return step;
  }

  /** What the step under way, or the last one, is. */
  String event() {
    return text.toString();
  }

  long hash() {
    return hash;
  }

  /** The last steps, the oldest first. */
  List<String> last() {
    return last.stream().map(Line::toString).toList();
  }

  private record Line(int step, long atMicros, String text) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%6d %12.3f ms  %s", step, atMicros / 1000.0, text);
    }
  }
}
