package io.tarn.local.bench;

import io.tarn.contracts.pool.GrantRequest;
import io.tarn.local.cluster.ClusterShape;
import io.tarn.local.home.CannotStart;
import io.tarn.local.rest.Reply;
import io.tarn.local.rest.RestClient;
import io.tarn.local.stack.RunningStack;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Grants of slices per second over REST, on one pool at a time and on sixteen, next to a floor. */
final class SlicesBench implements Bench {

  private static final int GIB = 8;
  private static final int MANY = 16;

  @Override
  public String name() {
    return "slices";
  }

  @Override
  public String description() {
    return "grants of 8 slices per second over REST, next to plain durable transactions";
  }

  /** As small as can be: the bench makes pools and hosts of its own. */
  @Override
  public ClusterShape cluster() {
    return new ClusterShape(1, 1, 1, 1, 1);
  }

  @Override
  public String policy() {
    return "all-local";
  }

  @Override
  public List<Map<String, Object>> run(RunningStack stack, Effort effort)
      throws CannotStart, InterruptedException {
    Durable.check(stack.database());
    Measured floor = new TwoRowFloor(stack.database()).measure(effort);
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int pools : new int[] {1, MANY}) {
      rows.add(row(pools, measure(stack, effort, pools), floor));
    }
    return rows;
  }

  private static Measured measure(RunningStack stack, Effort effort, int pools)
      throws CannotStart, InterruptedException {
    RestClient rest = new RestClient(stack.credentials()::admin);
    int calls = effort.warmUp() + effort.requests();
    GrantField field = GrantField.make(rest, stack.file(), "bench" + pools, GIB, pools, calls);
    AtomicInteger next = new AtomicInteger();
    List<String> managers = stack.file().poolManagers();
    Clients.Client client = () -> grant(rest, managers, field, next.getAndIncrement());
    List<Clients.Client> clients = Collections.nCopies(effort.clients(), client);
    Clients.measure(clients, effort.warmUp());
    return Clients.measure(clients, effort.requests());
  }

  private static void grant(RestClient rest, List<String> managers, GrantField field, int number)
      throws IOException, InterruptedException {
    GrantField.Place place = field.place(number);
    Reply reply =
        rest.call(
            "PUT",
            managers.get(number % managers.size()) + "/v1/grants/" + place.vmId() + ".1",
            new GrantRequest(place.hostId(), place.poolId(), GIB));
    if (!reply.ok()) {
      throw new IOException("PUT /v1/grants: " + reply.detail());
    }
  }

  private static Map<String, Object> row(int pools, Measured grants, Measured floor) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("pools", pools);
    row.put("grantsPerSecond", Measured.rounded(grants.perSecond()));
    row.put("floorPerSecond", Measured.rounded(floor.perSecond()));
    row.put("ratio", Measured.rounded(grants.perSecond() / floor.perSecond()));
    row.put("p50Micros", grants.micros(0.50));
    row.put("p99Micros", grants.micros(0.99));
    row.put("durable", true);
    row.put("floorDescription", TwoRowFloor.DESCRIPTION);
    return row;
  }
}
