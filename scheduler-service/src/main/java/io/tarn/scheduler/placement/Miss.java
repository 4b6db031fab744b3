package io.tarn.scheduler.placement;

/**
 * Why a candidate is none.
 *
 * @param reason a stable word, for example {@code local-memory}
 * @param asked how much was wanted; 0 where it is not a matter of amount
 * @param available how much there is
 * @param unit {@code vcpus}, {@code MiB} or {@code GiB}; empty where it is not a matter of amount
 */
record Miss(String reason, long asked, long available, String unit) {

  /** A miss that is not a matter of amount. */
  static Miss of(String reason) {
    return new Miss(reason, 0, 0, "");
  }

  /** How much is missing. */
  long missing() {
    return asked - available;
  }
}
