package io.tarn.scheduler.store;

import io.tarn.contracts.GrantId;
import io.tarn.scheduler.host.HostBook;
import io.tarn.scheduler.saga.DepartureStore;
import io.tarn.scheduler.saga.Phase;
import io.tarn.scheduler.saga.Vm;
import io.tarn.scheduler.saga.VmEvents;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** VMs on their way out, in PostgreSQL. */
public final class JdbcDepartureStore implements DepartureStore {

  private static final String LEAVE =
      """
      update vm set state = 'DELETING', deleting_at = clock_timestamp(), driver = null,
        driver_until = null
      where vm_id = ?
      """;
  private static final String GONE =
      "update vm set state = 'DELETED', deleted_at = clock_timestamp() where vm_id = ?";
  // whoever lets a VM leave asks the pool manager at once; others keep out for so long
  private static final String WITHDRAW =
      """
      insert into withdrawal (grant_id, vm_id, due_at)
      values (?, ?, clock_timestamp() + ? * interval '1 millisecond')
      """;
  private static final String WITHDRAWN = "delete from withdrawal where grant_id = ?";
  private static final String DUE =
      """
      update withdrawal
      set tries = tries + 1,
        due_at = clock_timestamp() + least(:most, :first * (1 + tries)) * interval '1 millisecond'
      where grant_id in (
        select grant_id from withdrawal where due_at <= clock_timestamp()
        order by due_at limit :batch for no key update skip locked)
      returning grant_id
      """;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final VmEvents events;
  private final VmRows vms;
  private final HostRows hosts;
  private final HostBook book;
  private final Consumer<String> changed;
  private final Duration firstPause;
  private final Duration mostPause;

  /**
   * @param database the scheduler's schema
   * @param events tells the bus
   * @param book is told of the hosts of VMs that are gone
   * @param changed is told of every VM that has moved
   * @param firstPause until a withdrawal is asked for again, more with every try
   * @param mostPause the most of it
   */
  public JdbcDepartureStore(
      Database database,
      VmEvents events,
      HostBook book,
      Consumer<String> changed,
      Duration firstPause,
      Duration mostPause) {
    this.jdbc = database.jdbc();
    this.transactions = database.transactions();
    this.events = events;
    this.vms = new VmRows(jdbc, database.json());
    this.hosts = new HostRows(jdbc, database.json());
    this.book = book;
    this.changed = changed;
    this.firstPause = firstPause;
    this.mostPause = mostPause;
  }

  @Override
  public Optional<Vm> leave(String vmId) {
    return Objects.requireNonNull(
        transactions.execute(status -> Optional.ofNullable(leaveLocked(vmId))));
  }

  @Override
  public void withdrawn(GrantId grant) {
    transactions.executeWithoutResult(
        status -> {
          Vm vm = vms.lock(grant.vmId()).orElse(null);
          jdbc.sql(WITHDRAWN).param(grant.toString()).update();
          if (vm != null && vm.phase() == Phase.DELETING && grant.equals(vm.grantId())) {
            gone(vm);
          }
        });
  }

  @Override
  public List<GrantId> due(int most) {
    return jdbc
        .sql(DUE)
        .param("most", mostPause.toMillis())
        .param("first", firstPause.toMillis())
        .param("batch", most)
        .query(String.class)
        .list()
        .stream()
        .map(GrantId::parse)
        .toList();
  }

  private @Nullable Vm leaveLocked(String vmId) {
    Vm vm = vms.lock(vmId).orElse(null);
    if (vm == null || vm.phase() == Phase.REFUSED) {
      return null;
    }
    if (vm.phase().gone()) {
      return vm;
    }
    Vm leaving = vm.to(Phase.DELETING);
    jdbc.sql(LEAVE).param(vmId).update();
    events.deleting(leaving);
    AfterCommit.run(() -> changed.accept(vmId));
    GrantId grant = vm.grantId();
    if (grant == null) {
      return gone(leaving);
    }
    jdbc.sql(WITHDRAW).param(grant.toString()).param(vmId).param(firstPause.toMillis()).update();
    return leaving;
  }

  private Vm gone(Vm leaving) {
    Vm deleted = leaving.to(Phase.DELETED);
    jdbc.sql(GONE).param(deleted.vmId()).update();
    events.deleted(deleted);
    hosts.find(deleted.place().hostId()).ifPresent(host -> AfterCommit.run(() -> book.apply(host)));
    AfterCommit.run(() -> changed.accept(deleted.vmId()));
    return deleted;
  }
}
