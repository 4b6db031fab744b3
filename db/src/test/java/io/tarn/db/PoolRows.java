package io.tarn.db;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/** Statements of the pool manager's schema, as its role would run them. */
final class PoolRows {

  private PoolRows() {}

  /** Pool {@code p1} of 8 GiB and hosts {@code h1}, {@code h2} wired to it. */
  static void wire(Session pool) throws SQLException {
    pool.run(pool("p1", 8), host("h1"), host("h2"), port("p1", "h1", 0), port("p1", "h2", 1));
  }

  static String pool(String poolId, int capacityGib) {
    return "insert into pool (pool_id, capacity_gib, emc) values ('%s', %d, 'http://e')"
        .formatted(poolId, capacityGib);
  }

  static String pool(String poolId, int capacityGib, String deviceId) {
    return ("insert into pool (pool_id, capacity_gib, emc, device_id)"
            + " values ('%s', %d, 'http://e', '%s')")
        .formatted(poolId, capacityGib, deviceId);
  }

  static String device(String poolId, String deviceId) {
    return "update pool set device_id = '%s' where pool_id = '%s'".formatted(deviceId, poolId);
  }

  static String host(String hostId) {
    return "insert into host (host_id) values ('%s')".formatted(hostId);
  }

  static String port(String poolId, String hostId, int number) {
    return "insert into port (pool_id, host_id, port_no) values ('%s', '%s', %d)"
        .formatted(poolId, hostId, number);
  }

  static String attempt(String vmId, int attempt) {
    return ("insert into vm_attempt (vm_id, attempt) values ('%s', %d) on conflict (vm_id) do"
            + " update set attempt = greatest(vm_attempt.attempt, excluded.attempt)")
        .formatted(vmId, attempt);
  }

  static String grant(String vmId, int attempt, String hostId, int sizeGib) {
    return ("insert into memory_grant (grant_id, vm_id, attempt, state, pool_id, host_id, size_gib)"
            + " values ('%1$s.%2$d', '%1$s', %2$d, 'GRANTED', 'p1', '%3$s', %4$d)")
        .formatted(vmId, attempt, hostId, sizeGib);
  }

  static String tombstone(String vmId, int attempt) {
    return ("insert into memory_grant (grant_id, vm_id, attempt, state)"
            + " values ('%1$s.%2$d', '%1$s', %2$d, 'WITHDRAWN')")
        .formatted(vmId, attempt);
  }

  static String move(String grantId, String state) {
    return "update memory_grant set state = '%s' where grant_id = '%s'".formatted(state, grantId);
  }

  static String assign(int slice, String grantId, String hostId) {
    return ("update slice set state = 'ASSIGNED', host_id = '%s', grant_id = '%s',"
            + " device_settled = false where pool_id = 'p1' and slice_no = %d")
        .formatted(hostId, grantId, slice);
  }

  /** Sets columns of slice 0. */
  static String slice(String columns) {
    return "update slice set " + columns + " where pool_id = 'p1' and slice_no = 0";
  }

  static String settled() {
    return slice("device_settled = true, generation = generation + 1, epoch = 3");
  }

  static String fenced(String hostId) {
    return "update host set fence = 'dead', fenced_at = now() where host_id = '" + hostId + "'";
  }

  static String failed() {
    return "update pool set failed_at = now() where pool_id = 'p1'";
  }

  static String replaced() {
    return "update pool set failed_at = null, incarnation = incarnation + 1 where pool_id = 'p1'";
  }

  static String replaced(String deviceId) {
    return ("update pool set failed_at = null, incarnation = incarnation + 1, device_id = '%s'"
            + " where pool_id = 'p1'")
        .formatted(deviceId);
  }

  static String allLost() {
    return "update slice set state = 'LOST', cause = 'emc failed' where pool_id = 'p1'";
  }

  static String online() {
    return slice("state = 'ONLINE', offline_blocks = 0, total_blocks = 8");
  }

  static String releasing() {
    return slice("state = 'RELEASING'");
  }

  static String offlining() {
    return slice("state = 'OFFLINING', offline_blocks = 8, total_blocks = 8");
  }

  static String scrubbing() {
    return slice(
        "state = 'SCRUBBING', host_id = null, generation = generation + 1, offline_blocks = 0,"
            + " total_blocks = 0");
  }

  /** As {@link #scrubbing}, on a device that took another's place. */
  static String renewed() {
    return scrubbing().replace("generation + 1", "generation + 2");
  }

  static String free() {
    return slice("state = 'FREE', grant_id = null, device_settled = true");
  }

  /** What brings slice 0 and grant {@code vm1.1} on host {@code h1} from nothing to a state. */
  static List<String> wayTo(String state) {
    return switch (state) {
      case "FREE" -> List.of();
      case "ASSIGNED" -> List.of(grant("vm1", 1, "h1", 1), assign(0, "vm1.1", "h1"), settled());
      case "ONLINE" -> then(wayTo("ASSIGNED"), online());
      case "RELEASING" -> then(wayTo("ONLINE"), move("vm1.1", "RELEASING"), releasing());
      case "OFFLINING" -> then(wayTo("RELEASING"), offlining());
      case "SCRUBBING" -> then(wayTo("OFFLINING"), scrubbing());
      case "QUARANTINED" ->
          then(wayTo("RELEASING"), slice("state = 'QUARANTINED', cause = 'pinned'"));
      case "LOST" ->
          then(
              wayTo("ONLINE"),
              failed(),
              move("vm1.1", "LOST"),
              allLost(),
              slice("offline_blocks = 8"));
      default -> throw new IllegalArgumentException(state);
    };
  }

  /** Goes a way: the grant with its slice first, then the rest. */
  static void walk(Session pool, List<String> way) throws SQLException {
    int granted = Math.min(2, way.size());
    pool.run(way.subList(0, granted).toArray(String[]::new));
    pool.run(way.subList(granted, way.size()).toArray(String[]::new));
  }

  /** Brings slice 0 and grant {@code vm1.1} to a state. */
  static void bringTo(Session pool, String state) throws SQLException {
    walk(pool, wayTo(state));
  }

  static List<String> then(List<String> before, String... more) {
    return Stream.concat(before.stream(), List.of(more).stream()).toList();
  }
}
