package io.tarn.chassis.testing;

import com.zaxxer.hikari.HikariDataSource;
import io.tarn.db.ServiceSchema;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What a service has of Spring's JDBC, without a service: pooled, as its role, in its schema. */
public final class TestJdbc implements AutoCloseable {

  private static final int CONNECTIONS = 20;

  private final HikariDataSource source = new HikariDataSource();
  private final JdbcClient client;
  private final TransactionTemplate transactions;

  /**
   * @param database to connect to
   * @param service whose role and schema are used
   */
  public TestJdbc(TestDatabase database, ServiceSchema service) {
    source.setDataSource(database.as(service));
    source.setMaximumPoolSize(CONNECTIONS);
    source.setMinimumIdle(1);
    client = JdbcClient.create(source);
    transactions = new TransactionTemplate(new JdbcTransactionManager(source));
  }

  /** Runs statements. */
  public JdbcClient client() {
    return client;
  }

  /** Runs transactions. */
  public TransactionTemplate transactions() {
    return transactions;
  }

  @Override
  public void close() {
    source.close();
  }
}
