package io.tarn.contracts.emc;

/**
 * How a call of an EMC names the device that it is meant for. Another device that answers at the
 * address does nothing and says 409 with a problem of this code.
 */
public final class MeantDevice {

  /** The request header that carries the device's UUID; without it any device obeys. */
  public static final String HEADER = "Tarn-Device";

  /** The code of the refusal. */
  public static final String REFUSAL = "another-device";

  private MeantDevice() {}
}
