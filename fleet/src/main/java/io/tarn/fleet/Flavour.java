package io.tarn.fleet;

import io.tarn.contracts.Check;

/**
 * A size in which VMs are rented.
 *
 * @param vcpus its cores
 * @param memoryMiB its memory
 * @param share of all arrivals, 0..1
 */
record Flavour(int vcpus, long memoryMiB, double share) {

  Flavour {
    Check.range("vcpus", vcpus, 1, 1024);
    Check.range("memoryMiB", memoryMiB, 64, 32L << 20);
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share is " + share + ", accepted: above 0, up to 1");
    }
  }

  /** A name for people: {@code D4-7}, cores and GiB. */
  String vmType() {
    return vmType(vcpus, memoryMiB);
  }

  static String vmType(int vcpus, long memoryMiB) {
    String gib = String.format(java.util.Locale.ROOT, "%.2f", memoryMiB / 1024.0);
    return "D" + vcpus + "-" + gib.replaceAll("\\.?0+$", "");
  }
}
