package io.tarn.db;

/** Statements of the scheduler's schema, as its role would run them. */
final class HostRows {

  private HostRows() {}

  static String host(String hostId, int vcpus, int localMib) {
    return ("insert into host (host_id, vcpus, local_mib, reserved_vcpus, reserved_mib, pools, labels)"
            + " values ('%s', %d, %d, 0, 0, '{p1}', '{}')")
        .formatted(hostId, vcpus, localMib);
  }

  static String vm(String vmId, String hostId, int vcpus, int localMib) {
    return vm(vmId, hostId, vcpus, localMib, 0);
  }

  static String vm(String vmId, String hostId, int vcpus, int localMib, int poolGib) {
    return ("insert into vm (vm_id, state, request, request_hash, policy, attempt, host_id, vcpus,"
            + " memory_mib, local_mib, pool_gib, pool_id) values ('%s', 'PENDING', '{}', '\\x00',"
            + " 'all-local', 1, '%s', %d, %d, %d, %d, %s)")
        .formatted(
            vmId,
            hostId,
            vcpus,
            localMib + poolGib * 1024L,
            localMib,
            poolGib,
            poolGib == 0 ? "null" : "'p1'");
  }

  static String set(String vmId, String columns) {
    return "update vm set " + columns + " where vm_id = '" + vmId + "'";
  }

  static String move(String vmId, String hostId) {
    return set(vmId, "host_id = '" + hostId + "', attempt = attempt + 1");
  }
}
