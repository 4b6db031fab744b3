package io.tarn.scheduler.testing;

/** Bodies of requests. */
public final class Bodies {

  private Bodies() {}

  /** A VM. */
  public static String vm(String vmId, int vcpus, long memoryMiB) {
    return "{\"vmId\":\"%s\",\"vcpus\":%d,\"memoryMiB\":%d}".formatted(vmId, vcpus, memoryMiB);
  }

  /** A host without a reserve, wired to pools. */
  public static String host(int vcpus, long localMiB, String... pools) {
    String wired = pools.length == 0 ? "" : "\"" + String.join("\",\"", pools) + "\"";
    return "{\"vcpus\":%d,\"localMiB\":%d,\"pools\":[%s]}".formatted(vcpus, localMiB, wired);
  }
}
