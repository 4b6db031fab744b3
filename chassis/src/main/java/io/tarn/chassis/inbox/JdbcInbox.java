package io.tarn.chassis.inbox;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The inbox in the service's own schema: the highest sequence per topic and key. */
public final class JdbcInbox implements Inbox {

  private static final String ADVANCE =
      """
      insert into inbox (topic, record_key, last_sequence) values (?, ?, ?)
      on conflict (topic, record_key) do update set last_sequence = excluded.last_sequence
        where inbox.last_sequence < excluded.last_sequence
      """;

  private final JdbcClient jdbc;

  /**
   * @param jdbc on the service's schema
   */
  public JdbcInbox(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public boolean accept(String topic, String key, long sequence) {
    if (!TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new IllegalStateException("an event of " + topic + " outside a transaction");
    }
    return jdbc.sql(ADVANCE).param(topic).param(key).param(sequence).update() == 1;
  }
}
