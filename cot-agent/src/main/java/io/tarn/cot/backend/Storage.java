package io.tarn.cot.backend;

/** Where values live for good. Thread-safe. */
public interface Storage {

  /** The value of a key; every key has one. */
  byte[] read(String key);

  /** Gives a key a new value. */
  void write(String key);
}
