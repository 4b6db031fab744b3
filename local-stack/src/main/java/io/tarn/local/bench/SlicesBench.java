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

  /** So many requests until the service's JVM has compiled what they need. */
  private static final int WARM_UP = 15_000;

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

  /** As many at once as fill a group. */
  @Override
  public Effort effort() {
    return new Effort(64, 10_000);
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

  private static Result measure(RunningStack stack, Effort effort, int pools)
      throws CannotStart, InterruptedException {
    RestClient rest = new RestClient(stack.credentials()::admin);
    int warmUp = Math.max(effort.warmUp(), WARM_UP);
    int calls = warmUp + effort.requests();
    GrantField field = GrantField.make(rest, stack.file(), "bench" + pools, GIB, pools, calls);
    AtomicInteger next = new AtomicInteger();
    List<String> managers = stack.file().poolManagers();
    Clients.Client client = () -> grant(rest, managers, field, next.getAndIncrement());
    Clients.measure(Collections.nCopies(effort.clients(), client), warmUp);
    Measured grants =
        Clients.measure(Collections.nCopies(effort.clients(), client), effort.requests());
    AtomicInteger read = new AtomicInteger();
    Clients.Client reader = () -> read(rest, managers, field, read.getAndIncrement() % calls);
    Clients.measure(Collections.nCopies(effort.clients(), reader), effort.requests());
    return new Result(
        grants, Clients.measure(Collections.nCopies(effort.clients(), reader), effort.requests()));
  }

  /**
   * What was measured.
   *
   * @param grants committed
   * @param reads of one grant each, which is what REST alone costs, and two indexed reads
   */
  private record Result(Measured grants, Measured reads) {}

  private static void read(RestClient rest, List<String> managers, GrantField field, int number)
      throws IOException, InterruptedException {
    String manager = managers.get(number % managers.size());
    Reply reply =
        rest.call("GET", manager + "/v1/grants/" + field.place(number).vmId() + ".1", null);
    if (!reply.ok()) {
      throw new IOException("GET /v1/grants: " + reply.detail());
    }
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

  private static Map<String, Object> row(int pools, Result result, Measured floor) {
    Measured grants = result.grants();
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("pools", pools);
    row.put("grantsPerSecond", Measured.rounded(grants.perSecond()));
    row.put("floorPerSecond", Measured.rounded(floor.perSecond()));
    row.put("ratio", Measured.rounded(grants.perSecond() / floor.perSecond()));
    row.put("readsPerSecond", Measured.rounded(result.reads().perSecond()));
    row.put("p50Micros", grants.micros(0.50));
    row.put("p99Micros", grants.micros(0.99));
    row.put("durable", true);
    row.put("floorDescription", TwoRowFloor.DESCRIPTION);
    return row;
  }
}
