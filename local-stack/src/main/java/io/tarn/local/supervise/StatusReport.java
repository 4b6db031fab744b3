package io.tarn.local.supervise;

import java.util.List;
import java.util.Map;

/**
 * What a supervisor says of its stack.
 *
 * @param ready whether everything was started
 * @param supervisor its pid
 * @param step what it does or did last
 * @param services all processes
 * @param urls where to go on
 */
public record StatusReport(
    boolean ready,
    long supervisor,
    String step,
    List<ServiceStatus> services,
    Map<String, String> urls) {

  /** Copies the collections. */
  public StatusReport {
    services = List.copyOf(services);
    urls = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(urls));
  }
}
