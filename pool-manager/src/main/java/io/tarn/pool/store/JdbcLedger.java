package io.tarn.pool.store;

import io.tarn.pool.ledger.Announcer;
import io.tarn.pool.ledger.Bells;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Ledger;
import java.util.Objects;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The record in the service's own schema. */
public final class JdbcLedger implements Ledger {

  private final TransactionTemplate transactions;
  private final Collisions collisions;
  private final Bells bells;
  private final Books books;
  private final EffectsWriter writer;

  /**
   * @param jdbc on the service's schema
   * @param transactions read committed
   * @param collisions how often and how soon to try again
   * @param json for the slices of commands
   * @param announcer told of facts within the transaction
   * @param times told how long grants took
   * @param bells rung after commits
   */
  public JdbcLedger(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      Collisions collisions,
      JsonMapper json,
      Announcer announcer,
      GrantTimes times,
      Bells bells) {
    SliceRows slices = new SliceRows(jdbc);
    GrantRows grants = new GrantRows(jdbc, times);
    HostRows hosts = new HostRows(jdbc, json);
    this.transactions = transactions;
    this.collisions = collisions;
    this.bells = bells;
    PoolRows pools = new PoolRows(jdbc);
    AuditRows audits = new AuditRows(jdbc);
    OperationRows operations = new OperationRows(jdbc);
    this.books = new JdbcBooks(audits, pools, slices, grants, hosts, operations);
    this.writer = new EffectsWriter(audits, pools, slices, grants, hosts, operations, announcer);
  }

  @Override
  public <T> T decide(Function<Books, Decision<T>> work) {
    Decision<T> decision = collisions.retried(() -> once(work));
    bells.committed(decision.effects());
    return decision.reply();
  }

  @Override
  public <T> T read(Function<Books, T> work) {
    return work.apply(books);
  }

  private <T> Decision<T> once(Function<Books, Decision<T>> work) {
    return Objects.requireNonNull(
        transactions.execute(
            status -> {
              Decision<T> decision = work.apply(books);
              if (decision.effects().none()) {
                status.setRollbackOnly();
              } else {
                writer.write(decision.effects());
              }
              return decision;
            }));
  }
}
