package io.tarn.fleet.vm;

import io.tarn.contracts.bus.PmuCounter;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

/** The raw counters of one second of a VM, summed over its cores. Every counter is from 0. */
public final class CounterSample {

  private static final List<PmuCounter> COUNTERS =
      List.copyOf(EnumSet.range(PmuCounter.CYCLES, PmuCounter.POOL_LOADS));

  private final long[] values;

  private CounterSample(long[] values) {
    this.values = values;
  }

  /** The counters that every sample has, in the order of the message. */
  public static List<PmuCounter> counters() {
    return COUNTERS;
  }

  /** The value of a counter of {@link #counters}. */
  public long value(PmuCounter counter) {
    return values[counter.getNumber()];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CounterSample sample && Arrays.equals(values, sample.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (PmuCounter counter : COUNTERS) {
      text.append(text.isEmpty() ? "" : " ").append(counter).append('=').append(value(counter));
    }
    return text.toString();
  }

  /** Collects the counters of a sample. */
  public static final class Builder {
    private final long[] values = new long[PmuCounter.POOL_LOADS.getNumber() + 1];

    /**
     * Sets a counter.
     *
     * @param value from 0; what is not whole is cut off
     */
    public Builder set(PmuCounter counter, double value) {
      values[counter.getNumber()] = (long) value;
      return this;
    }

    /** The sample. */
    public CounterSample build() {
      return new CounterSample(values.clone());
    }
  }
}
