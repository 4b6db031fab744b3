package io.tarn.chassis.testing;

import io.tarn.db.ServiceSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A database for one test class: migrated, without rows, on the JVM's durable PostgreSQL. */
public final class TestDatabase {

  private final String name;
  private final String jdbcUrl;

  private TestDatabase(String name, String jdbcUrl) {
    this.name = name;
    this.jdbcUrl = jdbcUrl;
  }

  /** Makes one; takes well below a second once the server runs. */
  public static TestDatabase fresh() {
    TestPostgres postgres = TestPostgres.shared();
    String name = postgres.freshDatabase();
    return new TestDatabase(name, postgres.jdbcUrl(name));
  }

  /** The URL, without a schema. */
  public String jdbcUrl() {
    return jdbcUrl;
  }

  /** Connections as a service makes them: its role, its schema. Not pooled. */
  public DataSource as(ServiceSchema service) {
    PGSimpleDataSource source = source(service.role(), TestPostgres.PASSWORD);
    source.setCurrentSchema(service.schema());
    return source;
  }

  /** Connections that may do anything, to break things on purpose. Not pooled. */
  public DataSource asAdministrator() {
    return source(TestPostgres.ADMINISTRATOR, TestPostgres.ADMINISTRATOR);
  }

  /** Ends every connection and lets no new one in, until {@link #bringBack()}. */
  public void takeAway() {
    allowConnections(false);
    TestPostgres.shared()
        .execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = '"
                + name
                + "'");
  }

  /** Lets connections in again. */
  public void bringBack() {
    allowConnections(true);
  }

  private void allowConnections(boolean allowed) {
    TestPostgres.shared().execute("alter database " + name + " with allow_connections " + allowed);
  }

  /** The Spring properties with which a service uses this database. */
  public Map<String, Object> properties(ServiceSchema service) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("spring.datasource.url", jdbcUrl);
    properties.put("spring.datasource.username", service.role());
    properties.put("spring.datasource.password", TestPostgres.PASSWORD);
    properties.put("spring.datasource.hikari.schema", service.schema());
    return properties;
  }

  private PGSimpleDataSource source(String user, String password) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(jdbcUrl);
    source.setUser(user);
    source.setPassword(password);
    return source;
  }
}
