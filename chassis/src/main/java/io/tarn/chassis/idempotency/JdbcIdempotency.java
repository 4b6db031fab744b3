package io.tarn.chassis.idempotency;

import java.util.Arrays;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Answers in the service's own schema. */
public final class JdbcIdempotency implements Idempotency {

  private static final String FIND =
      """
      select request_hash, status, body from idempotency
      where scope = ? and idempotency_key = ?
      """;
  private static final String STORE =
      """
      insert into idempotency (scope, idempotency_key, request_hash, status, body)
      values (?, ?, ?, ?, ?) on conflict do nothing
      """;

  private final JdbcClient jdbc;

  /**
   * @param jdbc on the service's schema
   */
  public JdbcIdempotency(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Optional<StoredAnswer> find(String scope, String key, byte[] requestHash) {
    return jdbc.sql(FIND)
        .param(scope)
        .param(key)
        .query(
            (row, n) -> {
              if (!Arrays.equals(row.getBytes("request_hash"), requestHash)) {
                throw new KeyReusedException(scope, key);
              }
              return new StoredAnswer(row.getInt("status"), row.getString("body"));
            })
        .optional();
  }

  @Override
  public void store(String scope, String key, byte[] requestHash, StoredAnswer answer) {
    if (!TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new IllegalStateException("an answer of " + scope + " outside a transaction");
    }
    int stored =
        jdbc.sql(STORE)
            .param(scope)
            .param(key)
            .param(requestHash)
            .param(answer.status())
            .param(answer.body())
            .update();
    if (stored == 0) {
      StoredAnswer first =
          find(scope, key, requestHash)
              .orElseThrow(() -> new IllegalStateException("the answer of " + scope + " is gone"));
      if (!first.equals(answer)) {
        throw new AnsweredBeforeException(scope, key, first);
      }
    }
  }
}
