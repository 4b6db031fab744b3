package io.tarn.pool.audit;

import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.contracts.pool.PoolAudit;
import io.tarn.pool.audit.AuditView.SaidSince;
import io.tarn.pool.audit.AuditView.Stood;
import io.tarn.pool.device.DeviceException;
import io.tarn.pool.device.EmcDrivers;
import io.tarn.pool.device.WrongDeviceException;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.ledger.Said;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks at pools and changes nothing. */
public final class Audits {

  private final Ledger ledger;
  private final AuditStore store;
  private final EmcDrivers drivers;
  private final AuditObserver observer;

  /**
   * @param ledger the record
   * @param store what else is read of it
   * @param drivers the devices
   * @param observer told what was found
   */
  public Audits(Ledger ledger, AuditStore store, EmcDrivers drivers, AuditObserver observer) {
    this.ledger = ledger;
    this.store = store;
    this.drivers = drivers;
    this.observer = observer;
  }

  /** Audits a pool; empty when there is none. */
  public Optional<PoolAudit> audit(String poolId) {
    return look(poolId).map(Looked::audit);
  }

  /** Audits every pool. */
  public List<PoolAudit> all() {
    return store.pools().stream().flatMap(poolId -> audit(poolId).stream()).toList();
  }

  /** An audit with what it was made of. */
  record Looked(PoolAudit audit, AuditView view) {}

  Optional<Looked> look(String poolId) {
    Optional<Pool> found = ledger.read(books -> books.pool(poolId));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Pool pool = found.get();
    long taken = store.nowMillis();
    // what changes between the first look at the record and the second is not judged
    Set<Stood> before = new HashSet<>(store.slices(poolId));
    Table table = table(pool);
    List<SaidSince> said = store.said(poolId);
    Map<String, Host> hosts = store.hosts(poolId);
    Map<String, Integer> ports = ledger.read(books -> books.ports(poolId));
    Map<String, Grant> grants = store.grants(poolId);
    List<Stood> stood = store.slices(poolId).stream().filter(before::contains).toList();
    AuditView view =
        told(new AuditView(pool, stood, table.entries(), said, hosts, ports, grants, Map.of()));
    PoolAudit audit =
        new PoolAudit(
            poolId,
            pool.incarnation(),
            taken,
            stood.size(),
            table.unread(),
            AuditRules.differences(view));
    observer.audited(audit);
    return Optional.of(new Looked(audit, view));
  }

  private AuditView told(AuditView view) {
    Map<Said, String> grantIds = new HashMap<>();
    AuditRules.foreign(view)
        .forEach(said -> store.toldUnder(said).ifPresent(id -> grantIds.put(said, id)));
    return view.told(grantIds);
  }

  private Table table(Pool pool) {
    if (pool.failed()) {
      return new Table(Map.of(), "the EMC has failed");
    }
    TableView table;
    try {
      table = drivers.at(pool.emc(), pool.deviceId()).readTable();
    } catch (WrongDeviceException e) {
      return new Table(Map.of(), "another-device: " + e.getMessage());
    } catch (DeviceException e) {
      return new Table(Map.of(), String.valueOf(e.getMessage()));
    }
    // one of before devices had identities may turn out to be another pool's
    Optional<String> other =
        ledger.read(books -> books.otherPoolOf(table.deviceId(), null, pool.poolId()));
    if (other.isPresent()) {
      return new Table(
          Map.of(), "another-device: device " + table.deviceId() + " serves pool " + other.get());
    }
    Map<Integer, TableEntry> entries = new HashMap<>();
    table.entries().forEach(entry -> entries.put(entry.slice(), entry));
    return new Table(entries, null);
  }

  private record Table(Map<Integer, TableEntry> entries, @Nullable String unread) {}
}
