package io.tarn.chassis.durability;

import java.util.List;
import java.util.Locale;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Refuses to start on a PostgreSQL that may forget a committed transaction: {@code fsync}, {@code
 * synchronous_commit} and {@code full_page_writes} must be on.
 */
public final class DurabilityCheck implements InitializingBean {

  private static final List<String> SETTINGS =
      List.of("fsync", "synchronous_commit", "full_page_writes");

  private final JdbcClient jdbc;

  /**
   * @param jdbc on the service's database
   */
  public DurabilityCheck(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public void afterPropertiesSet() {
    for (String setting : SETTINGS) {
      String value = jdbc.sql("show " + setting).query(String.class).single();
      if (!durable(setting, value)) {
        throw new IllegalStateException(
            "PostgreSQL's "
                + setting
                + " is "
                + value
                + ", accepted: on; Tarn acknowledges"
                + " only what survives a crash");
      }
    }
  }

  private static boolean durable(String setting, String value) {
    String lower = value.toLowerCase(Locale.ROOT);
    return "on".equals(lower)
        || ("synchronous_commit".equals(setting) && "remote_apply".equals(lower));
  }
}
