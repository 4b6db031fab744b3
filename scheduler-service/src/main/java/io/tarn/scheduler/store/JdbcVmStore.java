package io.tarn.scheduler.store;

import io.tarn.chassis.idempotency.Idempotency;
import io.tarn.chassis.idempotency.StoredAnswer;
import io.tarn.scheduler.host.HostBook;
import io.tarn.scheduler.host.HostState;
import io.tarn.scheduler.placement.Decision;
import io.tarn.scheduler.saga.Answer;
import io.tarn.scheduler.saga.Commit;
import io.tarn.scheduler.saga.Known;
import io.tarn.scheduler.saga.Phase;
import io.tarn.scheduler.saga.Vm;
import io.tarn.scheduler.saga.VmEvents;
import io.tarn.scheduler.saga.VmStore;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * VMs on their way in, in PostgreSQL. Every transaction locks in the same order: the VM's row, its
 * hosts, then what tells of it; so do those that let VMs leave.
 */
public final class JdbcVmStore implements VmStore {

  private static final String ANSWERS = "vms";
  private static final int CREATED = 201;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Idempotency answers;
  private final VmEvents events;
  private final VmWrites writes;
  private final VmRows vms;
  private final HostRows hosts;
  private final JsonMapper json;
  private final HostBook book;
  private final Consumer<String> changed;

  /**
   * @param database the scheduler's schema
   * @param answers final answers
   * @param events tells the bus
   * @param lease who drives what this store reserves, and for how long without a sign
   * @param book is told of the hosts of every committed claim
   * @param changed is told of every VM that has moved
   */
  public JdbcVmStore(
      Database database,
      Idempotency answers,
      VmEvents events,
      DriverLease lease,
      HostBook book,
      Consumer<String> changed) {
    this.jdbc = database.jdbc();
    this.transactions = database.transactions();
    this.json = database.json();
    this.answers = answers;
    this.events = events;
    this.writes = new VmWrites(jdbc, json, lease);
    this.vms = new VmRows(jdbc, json);
    this.hosts = new HostRows(jdbc, json);
    this.book = book;
    this.changed = changed;
  }

  @Override
  public Optional<Known> find(String vmId) {
    return vms.find(vmId).map(vm -> new Known(vm, finalAnswer(vm)));
  }

  @Override
  public Commit reserve(Vm vm, Decision.Placed decision) {
    return committed(
        () -> {
          if (!writes.insert(vm)) {
            return new Commit.Overtaken();
          }
          return claimed(vm, decision);
        });
  }

  @Override
  public Commit move(Vm from, Vm to, Decision.Placed decision) {
    return committed(
        () -> {
          if (!writes.move(from, to)) {
            return new Commit.Overtaken();
          }
          writes.withdraw(from);
          hosts.find(from.place().hostId()).ifPresent(this::applyAfterCommit);
          return claimed(to, decision);
        });
  }

  @Override
  public Commit place(Vm vm) {
    Vm placed = vm.to(Phase.PLACED);
    return committed(
        () -> {
          if (!writes.advance(vm, placed)) {
            return new Commit.Overtaken();
          }
          events.placed(placed);
          return new Commit.Done(placed, store(placed));
        });
  }

  @Override
  public boolean refuse(Vm vm) {
    Vm refused = vm.to(Phase.REFUSED);
    Commit commit =
        committed(
            () -> {
              if (!writes.advance(vm, refused)) {
                return new Commit.Overtaken();
              }
              writes.withdraw(vm);
              events.refused(refused);
              hosts.find(vm.place().hostId()).ifPresent(this::applyAfterCommit);
              return new Commit.Done(refused, null);
            });
    return commit instanceof Commit.Done;
  }

  @Override
  public void rest(Vm vm, Duration pause) {
    writes.rest(vm, pause);
  }

  @Override
  public Optional<Vm> acknowledge(String vmId) {
    return jdbc.sql(
            "update vm set acknowledged = true where vm_id = ? and state = 'PENDING' returning "
                + VmRows.COLUMNS)
        .param(vmId)
        .query(vms::vm)
        .optional();
  }

  @Override
  public Optional<Vm> takeOver() {
    return writes.takeOver(vms);
  }

  private Commit claimed(Vm vm, Decision.Placed decision) {
    writes.decided(vm, decision);
    HostState host = hosts.find(vm.place().hostId()).orElseThrow();
    if (host.version() != decision.chosen().hostVersion()) {
      return new Commit.HostContended();
    }
    applyAfterCommit(host);
    return new Commit.Done(vm, tell(vm));
  }

  private @Nullable Answer tell(Vm vm) {
    if (vm.phase() != Phase.READY) {
      events.reserved(vm);
      return null;
    }
    events.placed(vm);
    events.ready(vm);
    return store(vm);
  }

  /** Commits what is done, rolls everything else back. */
  private Commit committed(Supplier<Commit> change) {
    try {
      Commit commit =
          Objects.requireNonNull(
              transactions.execute(
                  status -> {
                    Commit made = change.get();
                    if (!(made instanceof Commit.Done)) {
                      status.setRollbackOnly();
                    }
                    return made;
                  }));
      if (commit instanceof Commit.Done done) {
        changed.accept(done.vm().vmId());
      }
      return commit;
    } catch (ConcurrencyFailureException e) {
      return new Commit.HostContended();
    } catch (DataIntegrityViolationException e) {
      if (Contention.hostFull(e)) {
        return new Commit.HostContended();
      }
      throw e;
    }
  }

  private void applyAfterCommit(HostState host) {
    AfterCommit.run(() -> book.apply(host));
  }

  private Answer store(Vm vm) {
    Answer answer = new Answer(CREATED, json.writeValueAsString(vm.view()));
    answers.store(
        ANSWERS,
        vm.vmId(),
        VmRows.hash(vm.request()),
        new StoredAnswer(answer.status(), answer.body()));
    return answer;
  }

  private @Nullable Answer finalAnswer(Vm vm) {
    return vm.phase() == Phase.PENDING || vm.phase() == Phase.REFUSED
        ? null
        : answers
            .find(ANSWERS, vm.vmId(), VmRows.hash(vm.request()))
            .map(stored -> new Answer(stored.status(), stored.body()))
            .orElse(null);
  }
}
