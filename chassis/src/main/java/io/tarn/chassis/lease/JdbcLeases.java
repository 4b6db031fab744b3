package io.tarn.chassis.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Leases in the service's own schema. */
public final class JdbcLeases implements Leases {

  private static final String ACQUIRE =
      """
      insert into lease as held (name, holder, epoch, expires_at)
      values (:name, :holder, 1, clock_timestamp() + :length * interval '1 millisecond')
      on conflict (name) do update
        set holder = excluded.holder,
          epoch = case
            when held.holder = excluded.holder and held.expires_at > clock_timestamp()
              then held.epoch
            else held.epoch + 1 end,
          expires_at = excluded.expires_at
        where held.holder is null or held.holder = excluded.holder
          or held.expires_at <= clock_timestamp()
      returning epoch
      """;
  private static final String RENEW =
      """
      update lease set expires_at = clock_timestamp() + :length * interval '1 millisecond'
      where name = :name and holder = :holder and epoch = :epoch
        and expires_at > clock_timestamp()
      """;
  // in the order of locks, and waiting for nobody
  private static final String RENEW_ALL =
      """
      with mine as (
        select l.name from lease as l
          join unnest(?::text[], ?::text[], ?::bigint[]) as m (name, holder, epoch)
            on l.name = m.name and l.holder = m.holder and l.epoch = m.epoch
        where l.expires_at > clock_timestamp()
        order by l.name for no key update of l skip locked)
      update lease set expires_at = clock_timestamp() + ? * interval '1 millisecond'
      from mine where lease.name = mine.name
      returning lease.name
      """;
  private static final String RELEASE =
      """
      update lease set holder = null, expires_at = clock_timestamp()
      where name = :name and holder = :holder and epoch = :epoch
      """;
  private static final String GUARD =
      """
      select 1 from lease
      where name = :name and holder = :holder and epoch = :epoch
        and expires_at > clock_timestamp()
      for share
      """;

  private final JdbcClient jdbc;

  /**
   * @param jdbc on the service's schema
   */
  public JdbcLeases(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Optional<Lease> acquire(String name, String holder, Duration length) {
    if (length.toMillis() < 1) {
      throw new IllegalArgumentException("a lease of " + name + " for " + length);
    }
    return jdbc.sql(ACQUIRE)
        .param("name", name)
        .param("holder", holder)
        .param("length", length.toMillis())
        .query(Long.class)
        .optional()
        .map(epoch -> new Lease(name, holder, epoch));
  }

  @Override
  public boolean renew(Lease lease, Duration length) {
    return on(RENEW, lease).param("length", length.toMillis()).update() == 1;
  }

  @Override
  public Set<Lease> renewAll(Collection<Lease> leases, Duration length) {
    if (leases.isEmpty()) {
      return Set.of();
    }
    Set<String> renewed =
        Set.copyOf(
            jdbc.sql(RENEW_ALL)
                .param(leases.stream().map(Lease::name).toArray(String[]::new))
                .param(leases.stream().map(Lease::holder).toArray(String[]::new))
                .param(leases.stream().map(Lease::epoch).toArray(Long[]::new))
                .param(length.toMillis())
                .query(String.class)
                .list());
    return leases.stream()
        .filter(lease -> renewed.contains(lease.name()))
        .collect(Collectors.toSet());
  }

  @Override
  public void release(Lease lease) {
    on(RELEASE, lease).update();
  }

  @Override
  public void guard(Lease lease) {
    if (!TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new IllegalStateException("the lease " + lease.name() + " outside a transaction");
    }
    if (on(GUARD, lease).query(Integer.class).optional().isEmpty()) {
      throw new LeaseLostException(lease);
    }
  }

  private JdbcClient.StatementSpec on(String sql, Lease lease) {
    return jdbc.sql(sql)
        .param("name", lease.name())
        .param("holder", lease.holder())
        .param("epoch", lease.epoch());
  }
}
