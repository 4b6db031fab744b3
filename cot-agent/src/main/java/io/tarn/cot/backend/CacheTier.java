package io.tarn.cot.backend;

import io.tarn.cot.balance.Load;
import io.tarn.cot.balance.Loads;
import io.tarn.cot.ring.Ring;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/** Back ends on a ring before a storage, with a count of the look-ups sent to each. Thread-safe. */
public final class CacheTier {

  private final Ring ring;
  private final List<BackEnd> backEnds;
  private final Storage storage;
  private final AtomicLongArray lookUps;

  /**
   * @param backEnds those of the ring, in its order
   * @throws IllegalArgumentException when they are not
   */
  public CacheTier(Ring ring, List<? extends BackEnd> backEnds, Storage storage) {
    List<String> names = backEnds.stream().map(BackEnd::name).toList();
    if (!names.equals(ring.backEnds())) {
      throw new IllegalArgumentException(
          "back ends are " + names + ", accepted: those of the ring, " + ring.backEnds());
    }
    this.ring = ring;
    this.backEnds = List.copyOf(backEnds);
    this.storage = storage;
    this.lookUps = new AtomicLongArray(backEnds.size());
  }

  /** Looks a key up on its back end, which takes it from the storage when it does not have it. */
  public byte[] fetch(String key) {
    int index = ring.backEndOf(key);
    lookUps.incrementAndGet(index);
    BackEnd backEnd = backEnds.get(index);
    byte[] value = backEnd.get(key);
    if (value == null) {
      value = storage.read(key);
      backEnd.put(key, value);
    }
    return value;
  }

  /** Writes a key to the storage, then deletes it on its back end. */
  public void write(String key) {
    storage.write(key);
    backEnds.get(ring.backEndOf(key)).delete(key);
  }

  /** Look-ups sent to each back end since the last call. */
  public Loads takeLoads() {
    List<Load> loads = new ArrayList<>();
    for (int i = 0; i < backEnds.size(); i++) {
      loads.add(new Load(backEnds.get(i).name(), ring.share(i), lookUps.getAndSet(i, 0)));
    }
    return new Loads(loads);
  }

  /** How keys are spread. */
  public Ring ring() {
    return ring;
  }
}
