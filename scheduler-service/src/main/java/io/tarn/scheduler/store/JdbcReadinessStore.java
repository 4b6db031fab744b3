package io.tarn.scheduler.store;

import io.tarn.chassis.inbox.Inbox;
import io.tarn.contracts.GrantId;
import io.tarn.contracts.Topics;
import io.tarn.scheduler.saga.ReadinessStore;
import io.tarn.scheduler.saga.SliceFact;
import io.tarn.scheduler.saga.Vm;
import io.tarn.scheduler.saga.VmEvents;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** VMs whose slices come online, in PostgreSQL. */
public final class JdbcReadinessStore implements ReadinessStore {

  private static final String READY =
      """
      update vm set state = 'READY', ready_at = clock_timestamp(), driver_until = null
      where vm_id = ? and state = 'PLACED' and attempt = ?
      returning\s"""
          + VmRows.COLUMNS;
  // asked for again after a while that grows with the time since the VM was placed
  private static final String UNSEEN =
      """
      update vm set driver_until = clock_timestamp() + greatest(
        :patience * interval '1 millisecond',
        least(interval '30 seconds', (clock_timestamp() - placed_at) / 4))
      where vm_id in (
        select vm_id from vm where state = 'PLACED' and driver_until < clock_timestamp()
        order by driver_until limit :batch for no key update skip locked)
      returning vm_id || '.' || attempt
      """;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Inbox inbox;
  private final VmEvents events;
  private final VmRows vms;
  private final DriverLease lease;
  private final Consumer<String> changed;

  /**
   * @param database the scheduler's schema
   * @param inbox drops repeats
   * @param events tells the bus
   * @param lease says how long a placed VM is left alone
   * @param changed is told of every VM that has moved
   */
  public JdbcReadinessStore(
      Database database,
      Inbox inbox,
      VmEvents events,
      DriverLease lease,
      Consumer<String> changed) {
    this.jdbc = database.jdbc();
    this.transactions = database.transactions();
    this.inbox = inbox;
    this.events = events;
    this.vms = new VmRows(jdbc, database.json());
    this.lease = lease;
    this.changed = changed;
  }

  @Override
  public void hear(String poolId, long sequence, SliceFact fact) {
    transactions.executeWithoutResult(
        status -> {
          if (inbox.accept(Topics.SLICES, poolId, sequence)
              && fact instanceof SliceFact.Online online) {
            readyNow(online.grant());
          }
        });
  }

  @Override
  public void ready(GrantId grant) {
    transactions.executeWithoutResult(status -> readyNow(grant));
  }

  @Override
  public List<GrantId> unseen(int most) {
    return jdbc
        .sql(UNSEEN)
        .param("patience", lease.readyPatience().toMillis())
        .param("batch", most)
        .query(String.class)
        .list()
        .stream()
        .map(GrantId::parse)
        .toList();
  }

  private void readyNow(GrantId grant) {
    Optional<Vm> ready =
        jdbc.sql(READY).param(grant.vmId()).param(grant.attempt()).query(vms::vm).optional();
    ready.ifPresent(
        vm -> {
          events.ready(vm);
          AfterCommit.run(() -> changed.accept(vm.vmId()));
        });
  }
}
