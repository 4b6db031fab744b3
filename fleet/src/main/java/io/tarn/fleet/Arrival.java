package io.tarn.fleet;

import io.tarn.contracts.Check;
import io.tarn.fleet.vm.VmAttributes;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One VM that somebody asks for, and for how long.
 *
 * @param sequence its place among the arrivals, from 0
 * @param arrivalSeconds when, in simulated seconds since the first day began, from 0
 * @param vcpus its cores, 1..1024
 * @param memoryMiB its memory, 64..33,554,432
 * @param lifeSeconds how long it stays, from 0; for one that stays on, how long it was seen
 * @param staysOn whether it was still running when the record of it ended
 * @param customer who rents it; absent when not known
 * @param vmType the flavour's name
 * @param guestOs the guest's operating system; absent when not known
 * @param region where; absent when not known
 * @param workload what runs in it, as the customer names it; absent when not known
 */
public record Arrival(
    long sequence,
    double arrivalSeconds,
    int vcpus,
    long memoryMiB,
    double lifeSeconds,
    boolean staysOn,
    @Nullable String customer,
    String vmType,
    @Nullable String guestOs,
    @Nullable String region,
    @Nullable String workload) {

  /** Checks the ranges. */
  public Arrival {
    Check.range("sequence", sequence, 0, Long.MAX_VALUE);
    Check.range("vcpus", vcpus, 1, 1024);
    Check.range("memoryMiB", memoryMiB, 64, 32L << 20);
    notNegative("arrivalSeconds", arrivalSeconds);
    notNegative("lifeSeconds", lifeSeconds);
  }

  /** An arrival of which nothing more is known. */
  public Arrival(
      long sequence,
      double arrivalSeconds,
      int vcpus,
      long memoryMiB,
      double lifeSeconds,
      boolean staysOn,
      @Nullable String customer,
      String vmType) {
    this(
        sequence,
        arrivalSeconds,
        vcpus,
        memoryMiB,
        lifeSeconds,
        staysOn,
        customer,
        vmType,
        null,
        null,
        null);
  }

  /** The name that a replay gives it: {@code vm-000012}. */
  public String vmId() {
    return String.format(Locale.ROOT, "vm-%06d", sequence);
  }

  /** What everybody may know of it. */
  public VmAttributes attributes() {
    return new VmAttributes(vmId(), vcpus, memoryMiB, customer, vmType, guestOs, region, workload);
  }

  /** When it leaves, in the same seconds; infinite for one that stays on. */
  public double departureSeconds() {
    return staysOn ? Double.POSITIVE_INFINITY : arrivalSeconds + lifeSeconds;
  }

  private static void notNegative(String field, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(field + " is " + value + ", accepted: from 0, finite");
    }
  }
}
