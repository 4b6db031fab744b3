package io.tarn.contracts;

import io.tarn.contracts.bus.History;
import io.tarn.contracts.bus.HistoryKey;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Keys of the records on {@link Topics#HISTORY}: {@code untouched/{customer}}, {@code
 * untouched/{customer}/{vmType}} or {@code counters/{customer}/{workload}}, each part
 * percent-encoded (a space as {@code +}).
 */
public final class HistoryKeys {

  private HistoryKeys() {}

  /** The key of a customer's untouched shares. */
  public static String untouched(String customer) {
    return "untouched/" + encoded("customer", customer);
  }

  /** The key of a customer's untouched shares in VMs of one type. */
  public static String untouched(String customer, String vmType) {
    return untouched(customer) + "/" + encoded("vm_type", vmType);
  }

  /** The key of a customer's workload's counters. */
  public static String counters(String customer, String workload) {
    return "counters/" + encoded("customer", customer) + "/" + encoded("workload", workload);
  }

  /**
   * The key that a history belongs under.
   *
   * @throws InvalidField when its key and its fact do not go together
   */
  public static String of(History history) {
    HistoryKey key = history.getKey();
    if (history.hasCounters()) {
      empty("vm_type", key.getVmType());
      return counters(key.getCustomer(), key.getWorkload());
    }
    empty("workload", key.getWorkload());
    return key.getVmType().isEmpty()
        ? untouched(key.getCustomer())
        : untouched(key.getCustomer(), key.getVmType());
  }

  private static String encoded(String field, String part) {
    return URLEncoder.encode(Check.text(field, part), StandardCharsets.UTF_8);
  }

  private static void empty(String field, String value) {
    if (!value.isEmpty()) {
      throw new InvalidField(field, Check.quoted(value), "nothing, for this fact");
    }
  }
}
