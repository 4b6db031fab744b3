package io.tarn.scheduler.store;

import io.tarn.contracts.placement.HostSpec;
import io.tarn.scheduler.host.HostBook;
import io.tarn.scheduler.host.HostEdit;
import io.tarn.scheduler.host.HostState;
import io.tarn.scheduler.host.HostStore;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Hosts in PostgreSQL; what is committed here goes into this replica's view at once. */
public final class JdbcHostStore implements HostStore {

  private static final String INSERT =
      """
      insert into host (host_id, vcpus, local_mib, reserved_vcpus, reserved_mib, rack, pools, labels)
      values (:host, :vcpus, :localMiB, :reservedVcpus, :reservedMiB, :rack, :pools, :labels::jsonb)
      on conflict do nothing
      """;
  private static final String UPDATE =
      """
      update host set vcpus = :vcpus, local_mib = :localMiB, reserved_vcpus = :reservedVcpus,
        reserved_mib = :reservedMiB, rack = :rack, pools = :pools, labels = :labels::jsonb,
        version = version + 1
      where host_id = :host
      """;
  private static final String CORDON =
      "update host set cordoned = ?, version = version + 1 where host_id = ?";
  private static final String POOLS_IN_USE =
      """
      select distinct pool_id from vm
      where host_id = ? and state not in ('DELETED', 'REFUSED') and pool_id is not null
      order by pool_id
      """;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final HostRows rows;
  private final HostBook book;

  /**
   * @param database the scheduler's schema
   * @param book is told of every committed change
   */
  public JdbcHostStore(Database database, HostBook book) {
    this.jdbc = database.jdbc();
    this.transactions = database.transactions();
    this.rows = new HostRows(jdbc, database.json());
    this.book = book;
  }

  @Override
  public List<HostState> all() {
    return rows.all();
  }

  @Override
  public Optional<HostState> find(String hostId) {
    return rows.find(hostId);
  }

  @Override
  public List<HostState> page(String after, int limit) {
    return rows.page(after, limit);
  }

  @Override
  public HostEdit put(String hostId, HostSpec spec, OptionalLong expectedVersion) {
    return told(transactions.execute(status -> putLocked(hostId, spec, expectedVersion)));
  }

  @Override
  public HostEdit cordon(String hostId, boolean cordoned, OptionalLong expectedVersion) {
    return told(transactions.execute(status -> cordonLocked(hostId, cordoned, expectedVersion)));
  }

  private HostEdit putLocked(String hostId, HostSpec spec, OptionalLong expectedVersion) {
    if (expectedVersion.isEmpty() && write(INSERT, hostId, spec) == 1) {
      return new HostEdit.Created(rows.find(hostId).orElseThrow());
    }
    HostState host = rows.lock(hostId).orElse(null);
    if (host == null) {
      return new HostEdit.Outdated(0);
    }
    if (outdated(host, expectedVersion)) {
      return new HostEdit.Outdated(host.version());
    }
    if (host.spec().equals(spec)) {
      return new HostEdit.Kept(host);
    }
    List<String> poolsInUse = lostPools(hostId, spec);
    if (spec.vcpus() - spec.reservedVcpus() < host.usedVcpus()
        || spec.localMiB() - spec.reservedMiB() < host.usedLocalMiB()
        || !poolsInUse.isEmpty()) {
      return new HostEdit.InUse(host, poolsInUse);
    }
    write(UPDATE, hostId, spec);
    return new HostEdit.Kept(rows.find(hostId).orElseThrow());
  }

  private HostEdit cordonLocked(String hostId, boolean cordoned, OptionalLong expectedVersion) {
    HostState host = rows.lock(hostId).orElse(null);
    if (host == null) {
      return new HostEdit.Unknown();
    }
    if (outdated(host, expectedVersion)) {
      return new HostEdit.Outdated(host.version());
    }
    if (host.cordoned() != cordoned) {
      jdbc.sql(CORDON).param(cordoned).param(hostId).update();
    }
    return new HostEdit.Kept(rows.find(hostId).orElseThrow());
  }

  private List<String> lostPools(String hostId, HostSpec spec) {
    return jdbc.sql(POOLS_IN_USE).param(hostId).query(String.class).list().stream()
        .filter(pool -> !spec.pools().contains(pool))
        .toList();
  }

  private int write(String sql, String hostId, HostSpec spec) {
    return jdbc.sql(sql)
        .param("host", hostId)
        .param("vcpus", spec.vcpus())
        .param("localMiB", spec.localMiB())
        .param("reservedVcpus", spec.reservedVcpus())
        .param("reservedMiB", spec.reservedMiB())
        .param("rack", spec.rack())
        .param("pools", spec.pools().toArray(String[]::new))
        .param("labels", rows.json(spec.labels()))
        .update();
  }

  private static boolean outdated(HostState host, OptionalLong expectedVersion) {
    return expectedVersion.isPresent() && expectedVersion.getAsLong() != host.version();
  }

  private HostEdit told(HostEdit edit) {
    Objects.requireNonNull(edit);
    if (edit instanceof HostEdit.Created created) {
      book.apply(created.host());
    } else if (edit instanceof HostEdit.Kept kept) {
      book.apply(kept.host());
    }
    return edit;
  }
}
