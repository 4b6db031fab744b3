package io.tarn.emulator.fault;

/**
 * Whether faults may be ordered.
 *
 * @param allowed whether they may
 * @param death ends the process at once
 */
public record FaultSettings(boolean allowed, Runnable death) {

  private static final int KILLED = 137;

  /** Nobody may order a fault. */
  public static final FaultSettings NONE = new FaultSettings(false, () -> {});

  /** Faults may be ordered, of which some end this process as kill -9 does. */
  public static FaultSettings ofThisProcess() {
    return new FaultSettings(true, () -> Runtime.getRuntime().halt(KILLED));
  }
}
