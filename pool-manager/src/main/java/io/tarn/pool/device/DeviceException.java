package io.tarn.pool.device;

/** A device did not answer in time, or not in its own words; whether it acted is unknown. */
public sealed class DeviceException extends RuntimeException permits WrongDeviceException {

  private static final long serialVersionUID = 1L;

  /**
   * @param what went wrong
   */
  public DeviceException(String what) {
    super(what);
  }

  /**
   * @param what went wrong
   * @param cause why
   */
  public DeviceException(String what, Throwable cause) {
    super(what, cause);
  }
}
