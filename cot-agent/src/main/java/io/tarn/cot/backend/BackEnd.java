package io.tarn.cot.backend;

import org.jspecify.annotations.Nullable;

/** One server of the cache tier. Thread-safe. */
public interface BackEnd {

  /** Its name on the ring, which also says what it is. */
  String name();

  /** The value of a key, null when it has none. */
  byte @Nullable [] get(String key);

  /** Keeps a value. */
  void put(String key, byte[] value);

  /** Forgets a key. */
  void delete(String key);
}
