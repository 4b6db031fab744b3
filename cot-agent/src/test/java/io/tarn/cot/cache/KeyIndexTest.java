package io.tarn.cot.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyIndexTest {

  /** A key whose hash collides with every {@code spread}th other one. */
  private record Key(int id, int spread) {
    @Override
    public int hashCode() {
      return id % spread;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 1000})
  void findsWhatAMapFinds_howeverHashesCollide(int spread) {
    int capacity = 40;
    KeyIndex<Key> index = new KeyIndex<>(capacity);
    Map<Key, Integer> model = new HashMap<>();
    Deque<Integer> free = new ArrayDeque<>();
    for (int slot = 0; slot < capacity; slot++) {
      free.add(slot);
    }
    SplittableRandom random = new SplittableRandom(spread);
    for (int step = 0; step < 20_000; step++) {
      Key key = new Key(random.nextInt(100), spread);
      Integer slot = model.get(key);
      assertThat(index.find(key)).isEqualTo(slot == null ? -1 : slot);
      if (slot != null) {
        assertThat(index.key(slot)).isEqualTo(key);
        index.remove(slot);
        model.remove(key);
        free.add(slot);
      } else if (!free.isEmpty()) {
        int next = free.remove();
        index.put(next, key);
        model.put(key, next);
      }
    }
  }
}
