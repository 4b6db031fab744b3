package io.tarn.local.bench;

import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.local.home.CannotStart;
import io.tarn.local.plan.StackFile;
import io.tarn.local.rest.Reply;
import io.tarn.local.rest.RestClient;
import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Pools and hosts that a number of grants fits into. The hosts only report their boot: what is
 * granted stays granted.
 */
final class GrantField {

  /** Where a grant goes. */
  record Place(String vmId, String hostId, String poolId) {}

  private static final int HOSTS = 16;
  private static final long BLOCK = 128L << 20;

  private final String name;
  private final int atOnce;
  private final int grantsPerPool;

  /**
   * @param name that its pools, hosts and VMs begin with
   * @param atOnce pools that grants go to in turn
   * @param grantsPerPool how many fit
   */
  GrantField(String name, int atOnce, int grantsPerPool) {
    this.name = name;
    this.atOnce = atOnce;
    this.grantsPerPool = grantsPerPool;
  }

  /**
   * Makes as many pools as are needed.
   *
   * @param name that its pools, hosts and VMs begin with
   * @param gib size of a grant
   * @param atOnce pools that grants go to in turn; when these are full, the next
   * @param grants how many it must hold
   * @throws CannotStart when the stack refuses one
   */
  static GrantField make(
      RestClient rest, StackFile stack, String name, int gib, int atOnce, int grants)
      throws CannotStart, InterruptedException {
    GrantField field = new GrantField(name, atOnce, PoolSpec.MOST_SLICES / gib);
    int inOneSet = field.grantsPerPool * atOnce;
    int sets = (grants + inOneSet - 1) / inOneSet;
    for (int pool = 0; pool < sets * atOnce; pool++) {
      field.makePool(rest, stack, name + "-" + pool);
    }
    return field;
  }

  /**
   * Where a grant goes.
   *
   * @param number of the grant, from 0
   */
  Place place(int number) {
    int set = number / (grantsPerPool * atOnce);
    String pool = name + "-" + (set * atOnce + number % atOnce);
    return new Place(name + "-vm" + number, pool + "-" + number / atOnce % HOSTS, pool);
  }

  private void makePool(RestClient rest, StackFile stack, String pool)
      throws CannotStart, InterruptedException {
    String emc = stack.emulator() + "/v1/emcs/" + pool;
    put(rest, emc + "?capacityGiB=" + PoolSpec.MOST_SLICES, null);
    String manager = stack.poolManagers().get(0);
    put(rest, manager + "/v1/pools/" + pool, new PoolSpec(PoolSpec.MOST_SLICES, URI.create(emc)));
    for (int i = 0; i < HOSTS; i++) {
      String host = pool + "-" + i;
      put(rest, manager + "/v1/pools/" + pool + "/hosts/" + host, null);
      put(rest, manager + "/v1/hosts/" + host + "/boot", new BootReport(host, 1, BLOCK));
    }
  }

  private static void put(RestClient rest, String uri, @Nullable Object body)
      throws CannotStart, InterruptedException {
    try {
      Reply reply = rest.call("PUT", uri, body);
      if (!reply.ok()) {
        throw new CannotStart("PUT " + uri + ": " + reply.detail());
      }
    } catch (IOException e) {
      throw new CannotStart("PUT " + uri + ": " + e.getMessage(), e);
    }
  }
}
