package io.tarn.scheduler.placement;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts why hosts were ruled out, and remembers the nearest miss of each reason. */
final class Rejections {

  private final Map<String, Tally> tallies = new LinkedHashMap<>();

  void add(String hostId, Miss miss) {
    tallies.computeIfAbsent(miss.reason(), reason -> new Tally()).add(hostId, miss);
  }

  /** Every reason, the one that ruled out most hosts first. */
  List<Rejection> list() {
    return tallies.values().stream()
        .map(Tally::rejection)
        .sorted((a, b) -> Integer.compare(b.hosts(), a.hosts()))
        .toList();
  }

  private static final class Tally {

    private final Set<String> hosts = new HashSet<>();
    private @Nullable String nearestHost;
    private @Nullable Miss nearest;

    void add(String hostId, Miss miss) {
      hosts.add(hostId);
      if (nearest == null || miss.missing() < nearest.missing()) {
        nearest = miss;
        nearestHost = hostId;
      }
    }

    Rejection rejection() {
      Miss miss = nearest;
      if (miss == null) {
        throw new IllegalStateException("a reason without a miss");
      }
      return new Rejection(
          miss.reason(),
          hosts.size(),
          nearestHost,
          miss.asked(),
          miss.available(),
          miss.missing(),
          miss.unit());
    }
  }
}
