package io.tarn.local.bench;

import io.tarn.contracts.placement.VmRequest;
import io.tarn.contracts.placement.VmRequest.PoolUse;
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

/** Placements per second over REST, all-local and with pool memory, next to a floor. */
final class PlacementsBench implements Bench {

  private static final long SEVEN_GIB = 7 * 1024;

  @Override
  public String name() {
    return "placements";
  }

  @Override
  public String description() {
    return "placements per second over REST, next to plain durable transactions";
  }

  /** Roomy: every request finds a place. */
  @Override
  public ClusterShape cluster() {
    return new ClusterShape(64, 8, 512, 4096, 1024);
  }

  /** A VM of 7 GiB gets 1 GiB of them from a pool. */
  @Override
  public String policy() {
    return "static:15";
  }

  @Override
  public List<Map<String, Object>> run(RunningStack stack, Effort effort)
      throws CannotStart, InterruptedException {
    Durable.check(stack.database());
    Measured floor = new TwoRowFloor(stack.database()).measure(effort);
    List<Map<String, Object>> rows = new ArrayList<>();
    rows.add(row("all-local", measure(stack, effort, PoolUse.NEVER), floor));
    rows.add(row("pooled", measure(stack, effort, PoolUse.ALLOWED), floor));
    return rows;
  }

  private static Measured measure(RunningStack stack, Effort effort, PoolUse pool)
      throws CannotStart, InterruptedException {
    RestClient rest = new RestClient(stack.credentials()::admin);
    List<String> schedulers = stack.file().schedulers();
    AtomicInteger next = new AtomicInteger();
    Clients.Client client = () -> place(rest, schedulers, pool, next.incrementAndGet());
    List<Clients.Client> clients = Collections.nCopies(effort.clients(), client);
    Clients.measure(clients, effort.warmUp());
    return Clients.measure(clients, effort.requests());
  }

  private static void place(RestClient rest, List<String> schedulers, PoolUse pool, int number)
      throws IOException, InterruptedException {
    VmRequest request =
        new VmRequest(
            "bench-" + pool + "-" + number,
            1,
            SEVEN_GIB,
            null,
            null,
            null,
            null,
            null,
            pool,
            Map.of());
    String target = schedulers.get(number % schedulers.size());
    Reply reply = rest.call("POST", target + "/v1/vms", request);
    if (!reply.ok()) {
      throw new IOException("POST /v1/vms: " + reply.detail());
    }
  }

  private static Map<String, Object> row(String mode, Measured placements, Measured floor) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("mode", mode);
    row.put("placementsPerSecond", Measured.rounded(placements.perSecond()));
    row.put("floorPerSecond", Measured.rounded(floor.perSecond()));
    row.put("ratio", Measured.rounded(placements.perSecond() / floor.perSecond()));
    row.put("p50Micros", placements.micros(0.50));
    row.put("p99Micros", placements.micros(0.99));
    row.put("p999Micros", placements.micros(0.999));
    row.put("durable", true);
    row.put("floorDescription", TwoRowFloor.DESCRIPTION);
    return row;
  }
}
