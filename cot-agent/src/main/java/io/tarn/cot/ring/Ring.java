package io.tarn.cot.ring;

import java.util.List;

/** How keys are spread over back ends. Thread-safe. */
public interface Ring {

  /** What kind of ring, for example {@code ketama-160}. */
  String name();

  /** The back ends, in an order that {@link #backEndOf} counts in. */
  List<String> backEnds();

  /** The back end of a key, as an index from 0. */
  int backEndOf(String key);

  /** The share of all hashes that belong to a back end, above 0; all shares add up to 1. */
  double share(int backEnd);
}
