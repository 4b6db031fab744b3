package io.tarn.local.stranding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who is on which host over time. */
public final class Occupancy {

  private final List<Stay> stays;

  /**
   * @param stays of all VMs
   */
  public Occupancy(List<Stay> stays) {
    this.stays = List.copyOf(stays);
  }

  /** Memory of all VMs over their cores, in GiB per core; 0 when there are none. */
  public double memoryPerCoreGiB() {
    int vcpus = stays.stream().mapToInt(Stay::vcpus).sum();
    return vcpus == 0 ? 0 : stays.stream().mapToDouble(Stay::memoryGiB).sum() / vcpus;
  }

  /** The first moment at which the most cores are rented; 0 when there are no stays. */
  public long busiest() {
    List<Change> changes = new ArrayList<>();
    for (Stay stay : stays) {
      changes.add(new Change(stay.from(), stay.vcpus()));
      changes.add(new Change(stay.until(), -stay.vcpus()));
    }
    // who leaves at a moment makes room for who comes at it
    changes.sort(Comparator.comparingLong(Change::at).thenComparingInt(Change::vcpus));
    long busiest = 0;
    int rented = 0;
    int most = 0;
    for (Change change : changes) {
      rented += change.vcpus();
      if (rented > most) {
        most = rented;
        busiest = change.at();
      }
    }
    return busiest;
  }

  /** What is used of each host at a moment. */
  public Map<String, HostUse> at(long moment) {
    Map<String, HostUse> use = new HashMap<>();
    for (Stay stay : stays) {
      if (stay.from() <= moment && moment < stay.until()) {
        use.put(stay.hostId(), use.getOrDefault(stay.hostId(), HostUse.NONE).plus(stay));
      }
    }
    return use;
  }

  private record Change(long at, int vcpus) {}
}
