package io.tarn.local.stranding;

import java.util.List;
import java.util.Map;

/**
 * How much memory lies idle because no core is left to use it, at one moment of a fleet.
 *
 * <p>Let r be the memory that a rented core brings with it: the memory of all VMs placed over their
 * cores, in GiB per core. A host with c free cores can still sell c r GiB; free memory beyond that
 * is stranded. With a pool, what a host lacks may come from the pool:
 *
 * <pre>
 * with the pool:    sum over pool groups of
 *                     sum over hosts max(0, freeLocal - freeVcpus r)
 *                     + max(0, freePool - sum over hosts max(0, freeVcpus r - freeLocal))
 * without the pool: sum over hosts max(0, local + share - used - freeVcpus r)
 * </pre>
 *
 * where share is the pool's capacity over its hosts, and used is all memory of the host's VMs: the
 * same memory bought as local memory, the same VMs on the same hosts. A pool group is a pool with
 * the hosts wired to it; hosts without a pool are a group with nothing in the pool.
 *
 * @param memoryPerCoreGiB r
 * @param withPoolGiB stranded with the pool
 * @param withoutPoolGiB stranded had the pool's memory been local
 * @param totalGiB all memory of the fleet
 * @param rentedVcpus cores rented at the moment
 * @param totalVcpus all cores
 */
public record Stranding(
    double memoryPerCoreGiB,
    double withPoolGiB,
    double withoutPoolGiB,
    double totalGiB,
    int rentedVcpus,
    int totalVcpus) {

  /**
   * Works it out.
   *
   * @param hosts all hosts
   * @param pools all pools
   * @param use what is used of each host at the moment
   * @param memoryPerCoreGiB r
   */
  public static Stranding of(
      List<HostCapacity> hosts,
      List<PoolCapacity> pools,
      Map<String, HostUse> use,
      double memoryPerCoreGiB) {
    double with = 0;
    double without = 0;
    double total = 0;
    for (HostCapacity host : hosts) {
      double balance = balance(host, use, memoryPerCoreGiB);
      with += Math.max(0, balance);
      if (host.poolId() == null) {
        without += Math.max(0, balance);
      }
      total += host.localGiB();
    }
    for (PoolCapacity pool : pools) {
      List<HostCapacity> wired =
          hosts.stream().filter(host -> pool.poolId().equals(host.poolId())).toList();
      double free = pool.capacityGiB();
      double lacking = 0;
      for (HostCapacity host : wired) {
        HostUse used = use.getOrDefault(host.hostId(), HostUse.NONE);
        double balance = balance(host, use, memoryPerCoreGiB);
        free -= used.poolGiB();
        lacking += Math.max(0, -balance);
        double share = (double) pool.capacityGiB() / wired.size();
        without += Math.max(0, balance + share - used.poolGiB());
      }
      with += Math.max(0, free - lacking);
      total += pool.capacityGiB();
    }
    return new Stranding(
        memoryPerCoreGiB,
        with,
        without,
        total,
        use.values().stream().mapToInt(HostUse::vcpus).sum(),
        hosts.stream().mapToInt(HostCapacity::vcpus).sum());
  }

  /** Free local memory less what the host's free cores can still sell; negative when it lacks. */
  private static double balance(
      HostCapacity host, Map<String, HostUse> use, double memoryPerCoreGiB) {
    HostUse used = use.getOrDefault(host.hostId(), HostUse.NONE);
    double freeLocal = host.localGiB() - used.localGiB();
    double freeVcpus = host.vcpus() - used.vcpus();
    return freeLocal - freeVcpus * memoryPerCoreGiB;
  }
}
