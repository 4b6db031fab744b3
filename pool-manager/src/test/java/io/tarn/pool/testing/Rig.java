package io.tarn.pool.testing;

import io.tarn.chassis.testing.TestDatabase;
import io.tarn.contracts.pool.PoolSpec;

/**
 * One replica with its database and EMCs, shared by every test of the JVM that does not break them.
 * Tests use pools, hosts and VMs of their own names.
 */
public final class Rig {

  private final TestDatabase database = TestDatabase.fresh();
  private final HttpEmc emcs = new HttpEmc();
  private final Replica replica = Replica.on(database);

  private Rig() {}

  /** The one rig. */
  public static Rig shared() {
    return Holder.RIG;
  }

  /** The replica. */
  public Replica replica() {
    return replica;
  }

  /** Its database. */
  public TestDatabase database() {
    return database;
  }

  /** Its EMCs. */
  public HttpEmc emcs() {
    return emcs;
  }

  /** Its API. */
  public Api api() {
    return replica.api();
  }

  /** Plugs an EMC in and declares its pool. */
  public InMemoryEmc pool(String poolId, int capacityGiB) {
    InMemoryEmc emc = emcs.plug(poolId, capacityGiB);
    require(201, api().put("/v1/pools/" + poolId, new PoolSpec(capacityGiB, emcs.uri(poolId))));
    return emc;
  }

  /** Wires and boots a host. */
  public Agent host(String poolId, String hostId) {
    require(201, api().call("PUT", "/v1/pools/" + poolId + "/hosts/" + hostId, null));
    Agent agent = new Agent(api(), hostId);
    agent.boot(1);
    return agent;
  }

  private static void require(int status, Api.Answer answer) {
    if (answer.status() != status) {
      throw new IllegalStateException(answer.status() + " " + answer.body());
    }
  }

  private static final class Holder {
    private static final Rig RIG = new Rig();
  }
}
