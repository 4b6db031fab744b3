package io.tarn.cot.backend;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** A storage whose values are versions: how often a key was written, 8 bytes, big-endian. */
public final class VersionStorage implements Storage {

  private final ConcurrentMap<String, Long> versions = new ConcurrentHashMap<>();

  /** A storage in which no key was written yet. */
  public VersionStorage() {}

  @Override
  public byte[] read(String key) {
    return ByteBuffer.allocate(Long.BYTES).putLong(versions.getOrDefault(key, 0L)).array();
  }

  @Override
  public void write(String key) {
    versions.merge(key, 1L, Long::sum);
  }

  /** The version in a value. */
  public static long version(byte[] value) {
    return ByteBuffer.wrap(value).getLong();
  }
}
