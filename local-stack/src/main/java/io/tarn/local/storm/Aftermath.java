package io.tarn.local.storm;

import io.tarn.contracts.GrantId;
import io.tarn.db.DatabaseTarget;
import io.tarn.local.demo.Settling;
import io.tarn.local.home.CannotStart;
import io.tarn.local.invariant.CheckResult;
import io.tarn.local.invariant.Invariants;
import io.tarn.local.invariant.OutsideReader;
import io.tarn.local.invariant.RowReader;
import io.tarn.local.invariant.Rows;
import io.tarn.local.plan.StackFile;
import io.tarn.local.rest.Persistent;
import io.tarn.local.rest.RestClient;
import io.tarn.local.stack.Progress;
import io.tarn.local.stack.RunningStack;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** After a storm: what lives has come online, is looked at, and is given back to the last slice. */
final class Aftermath {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final DatabaseTarget database;
  private final StackFile file;
  private final GrantClient client;
  private final GrantLedger ledger;
  private final Progress progress;
  private final Persistent calls;
  private final Tally settled =
      new Tally(
          "settled", "every acknowledged grant comes online, every withdrawn one is released");
  private final List<CheckResult> checks = new ArrayList<>();

  /**
   * @param stack whose processes are all ready
   * @param client gives grants back
   * @param ledger of all clients, which ask no more
   * @param progress told about steps
   */
  Aftermath(RunningStack stack, GrantClient client, GrantLedger ledger, Progress progress) {
    this.database = stack.database();
    this.file = stack.file();
    this.client = client;
    this.ledger = ledger;
    this.progress = progress;
    this.calls = new Persistent(new RestClient(stack.credentials()::admin), PATIENCE);
  }

  /**
   * Does it.
   *
   * @throws CannotStart when the stack cannot be looked at
   */
  List<CheckResult> check() throws CannotStart, InterruptedException {
    settle("Settled: every acknowledged grant is online");
    checked(
        "Checked: store, tables and hosts agree",
        () ->
            checks.addAll(
                Invariants.ofSlices(
                    new RowReader(database).read(), new OutsideReader(calls, file).read())));
    checked(
        "Withdrawn: every grant that lives",
        () -> {
          for (GrantId id : ledger.open()) {
            client.withdraw(id);
          }
        });
    settle("Settled: every grant is released");
    checked(
        "Checked: all is free and erased, an audit agrees, every event was told",
        () -> {
          Rows rows = new RowReader(database).read();
          checks.addAll(new Calm(calls, file).check(rows, ledger));
          checks.addAll(Invariants.ofEvents(rows, new OutsideReader(calls, file).read()));
        });
    checks.add(settled.result());
    return List.copyOf(checks);
  }

  private void settle(String what) throws CannotStart, InterruptedException {
    progress.step(
        what,
        () -> {
          settled.looked(ledger.open().size());
          new Settling(database, file).await(PATIENCE).forEach(settled::broken);
        });
  }

  private void checked(String what, Check check) throws CannotStart, InterruptedException {
    progress.step(
        what,
        () -> {
          try {
            check.run();
          } catch (IOException | SQLException e) {
            throw new CannotStart("The stack cannot be looked at: " + e, e);
          }
        });
  }

  /** Looks at a stack. */
  private interface Check {
    void run() throws IOException, SQLException, InterruptedException;
  }
}
