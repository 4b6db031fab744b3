package io.tarn.cot.backend;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** A back end in this process's memory, not a memcached; its name begins with {@code in-memory}. */
public final class InMemoryBackEnd implements BackEnd {

  private final String name;
  private final ConcurrentMap<String, byte[]> values = new ConcurrentHashMap<>();

  /**
   * @param number from 1; part of the name
   */
  public InMemoryBackEnd(int number) {
    this.name = "in-memory-" + number;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public byte @Nullable [] get(String key) {
    return values.get(key);
  }

  @Override
  public void put(String key, byte[] value) {
    values.put(key, value);
  }

  @Override
  public void delete(String key) {
    values.remove(key);
  }
}
