package io.tarn.telemetry.history;

/** Keeps what is told of customers and workloads up with what is known of their VMs. */
public interface HistoryDesk {

  /**
   * Tells anew what has changed, in one transaction.
   *
   * @return how many histories were told
   */
  int refresh();
}
