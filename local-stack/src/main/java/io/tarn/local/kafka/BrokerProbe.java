package io.tarn.local.kafka;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** Asks a broker whether it serves clients. */
final class BrokerProbe {

  private static final int PATIENCE_MILLIS = 3_000;

  private BrokerProbe() {}

  static boolean answers(String bootstrapServers) {
    try (Admin admin = Admin.create(settings(bootstrapServers, PATIENCE_MILLIS))) {
      return !admin.describeCluster().nodes().get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS).isEmpty();
    } catch (ExecutionException | TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  static Map<String, Object> settings(String bootstrapServers, int patienceMillis) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, patienceMillis);
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, patienceMillis);
    return settings;
  }
}
