package io.tarn.chassis.outbox;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.json.JsonMapper;

/** The outbox in the service's own schema. */
public final class JdbcOutbox implements Outbox {

  private static final String NEXT_SEQUENCE =
      """
      insert into outbox_sequence (topic, record_key, last_sequence) values (?, ?, 1)
      on conflict (topic, record_key)
        do update set last_sequence = outbox_sequence.last_sequence + 1
      returning last_sequence
      """;
  private static final String INSERT =
      """
      insert into outbox (topic, record_key, sequence, payload, headers)
      values (?, ?, ?, ?, ?::jsonb)
      """;

  private final JdbcClient jdbc;
  private final JsonMapper json;
  private final Runnable afterCommit;

  /**
   * @param afterCommit told when a transaction with events has committed, so that they need not
   *     wait
   */
  public JdbcOutbox(JdbcClient jdbc, JsonMapper json, Runnable afterCommit) {
    this.jdbc = jdbc;
    this.json = json;
    this.afterCommit = afterCommit;
  }

  @Override
  public void append(OutgoingEvent event) {
    if (!TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new IllegalStateException("an event for " + event.topic() + " outside a transaction");
    }
    // the upsert locks the key's row until the commit: ids of a key rise in the order of commits
    long sequence =
        jdbc.sql(NEXT_SEQUENCE).param(event.topic()).param(event.key()).query(Long.class).single();
    jdbc.sql(INSERT)
        .param(event.topic())
        .param(event.key())
        .param(sequence)
        .param(event.payload().apply(sequence))
        .param(json.writeValueAsString(event.headers()))
        .update();
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            afterCommit.run();
          }
        });
  }
}
