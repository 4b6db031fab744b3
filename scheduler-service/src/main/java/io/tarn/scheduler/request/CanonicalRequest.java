package io.tarn.scheduler.request;

import io.tarn.contracts.placement.VmRequest;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The text of a request in which two requests are equal if, and only if, they ask for the same:
 * order and defaults of the JSON do not count, nor does the VM's name.
 */
public final class CanonicalRequest {

  private CanonicalRequest() {}

  /** The text: one {@code name=length:value} a line. */
  public static String of(VmRequest request) {
    StringBuilder text = new StringBuilder();
    line(text, "vcpus", Integer.toString(request.vcpus()));
    line(text, "memoryMiB", Long.toString(request.memoryMiB()));
    line(text, "customer", request.customer());
    line(text, "vmType", request.vmType());
    line(text, "guestOs", request.guestOs());
    line(text, "region", request.region());
    line(text, "workload", request.workload());
    line(text, "pool", request.pool().name());
    new TreeMap<>(request.labels()).forEach((key, value) -> line(text, "labels." + key, value));
    return text.toString();
  }

  private static void line(StringBuilder text, String name, @Nullable String value) {
    if (value != null) {
      // the length keeps a value with line breaks from looking like two fields
      text.append(name).append('=').append(value.length()).append(':').append(value).append('\n');
    }
  }
}
