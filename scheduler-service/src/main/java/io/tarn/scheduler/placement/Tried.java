package io.tarn.scheduler.placement;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What earlier attempts of a VM ran into; the next one stays away from it.
 *
 * @param pools that had too little
 * @param hosts that cannot get pool memory now
 * @param poolingOff why no pool is tried any more; {@code null} while some are
 * @param story each attempt's end, in order, for the decision's record
 */
public record Tried(
    Set<String> pools, Set<String> hosts, @Nullable String poolingOff, List<String> story) {

  /** Copies the collections. */
  public Tried {
    pools = Set.copyOf(pools);
    hosts = Set.copyOf(hosts);
    story = List.copyOf(story);
  }

  /** Before the first attempt. */
  public static Tried nothing() {
    return new Tried(Set.of(), Set.of(), null, List.of());
  }

  /** And a pool that has too little. */
  public Tried pool(String poolId, String why) {
    return new Tried(with(pools, poolId), hosts, poolingOff, told(why + " " + poolId));
  }

  /** And a host that cannot get pool memory. */
  public Tried host(String hostId, String why) {
    return new Tried(pools, with(hosts, hostId), poolingOff, told(why + " " + hostId));
  }

  /** And an attempt that ended without telling anything of its place. */
  public Tried ended(String why) {
    return new Tried(pools, hosts, poolingOff, told(why));
  }

  /** And no pool at all from here on. */
  public Tried noPool(String why) {
    return new Tried(pools, hosts, why, told(why));
  }

  private List<String> told(String event) {
    List<String> more = new ArrayList<>(story);
    more.add(event);
    return more;
  }

  private static Set<String> with(Set<String> set, String one) {
    Set<String> more = new HashSet<>(set);
    more.add(one);
    return more;
  }
}
