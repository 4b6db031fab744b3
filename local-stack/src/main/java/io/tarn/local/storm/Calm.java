package io.tarn.local.storm;

import io.tarn.contracts.emc.DirtyView;
import io.tarn.contracts.emc.TableView;
import io.tarn.contracts.pool.PoolAudit;
import io.tarn.contracts.pool.SliceState;
import io.tarn.local.home.Json;
import io.tarn.local.invariant.CheckResult;
import io.tarn.local.invariant.Rows;
import io.tarn.local.plan.StackFile;
import io.tarn.local.rest.Persistent;
import io.tarn.local.rest.Reply;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** What must hold after a storm, once everything was given back. */
final class Calm {

  private final Persistent calls;
  private final StackFile stack;

  /**
   * @param calls makes the calls
   * @param stack where everything is
   */
  Calm(Persistent calls, StackFile stack) {
    this.calls = calls;
    this.stack = stack;
  }

  /**
   * Looks and judges.
   *
   * @param rows of the store
   * @param ledger of the clients
   * @throws IOException when somebody does not answer
   */
  List<CheckResult> check(Rows rows, GrantLedger ledger) throws IOException, InterruptedException {
    return List.of(free(rows), over(rows, ledger), clean(), audited());
  }

  private static CheckResult free(Rows rows) {
    Tally free = new Tally("all-free", "once everything is given back, every slice is FREE");
    rows.slices()
        .forEach(slice -> free.judged(slice.state() == SliceState.FREE ? "" : slice.toString()));
    return free.result();
  }

  private static CheckResult over(Rows rows, GrantLedger ledger) {
    Tally over =
        new Tally(
            "all-released",
            "once everything is given back, every grant is RELEASED, or WITHDRAWN before it came");
    rows.grants()
        .forEach(
            grant ->
                over.judged(
                    switch (grant.state()) {
                      case RELEASED, WITHDRAWN -> "";
                      case GRANTED, ONLINE, RELEASING, LOST -> grant.toString();
                    }));
    ledger.open().forEach(id -> over.broken(ledger.promise(id) + " was not given back"));
    return over.result();
  }

  private CheckResult clean() throws IOException, InterruptedException {
    Tally clean =
        new Tally(
            "all-erased",
            "once everything is given back, no entry of an EMC has an owner, and no slice data");
    for (String pool : stack.options().cluster().poolIds()) {
      String emc = "/v1/emcs/" + pool;
      get(stack.emulator(), emc + "/table", TableView.class)
          .entries()
          .forEach(e -> clean.judged(e.owner() == null ? "" : pool + ": " + e));
      get(stack.emulator(), emc + "/dirty", DirtyView.class)
          .slices()
          .forEach(dirty -> clean.broken(pool + ": " + dirty));
    }
    return clean.result();
  }

  private CheckResult audited() throws IOException, InterruptedException {
    Tally audit = new Tally("audit-agrees", "an audit of every pool finds no difference");
    PoolAudit[] audits = get(stack.poolManagers().get(0), "/v1/audit", PoolAudit[].class);
    for (PoolAudit one : audits) {
      audit.looked(one.compared());
      if (one.deviceUnread() != null) {
        audit.broken(one.poolId() + " was not read: " + one.deviceUnread());
      }
      one.differences().forEach(difference -> audit.broken(one.poolId() + ": " + difference));
    }
    int capacity = stack.options().cluster().pools() * stack.options().cluster().poolGiB();
    int compared = Arrays.stream(audits).mapToInt(PoolAudit::compared).sum();
    if (compared != capacity) {
      audit.broken(compared + " of " + capacity + " slices were compared");
    }
    return audit.result();
  }

  private <T> T get(String base, String path, Class<T> type)
      throws IOException, InterruptedException {
    Reply reply = calls.call("GET", List.of(base), path, null, 0);
    if (!reply.ok()) {
      throw new IOException("GET " + base + path + ": " + reply.detail());
    }
    return Json.MAPPER.treeToValue(reply.body(), type);
  }
}
