package io.tarn.pool.device;

/**
 * The device that answers is not the pool's: another one than the record has, or one that serves
 * another pool. It was asked for nothing, or did nothing.
 */
public final class WrongDeviceException extends DeviceException {

  private static final long serialVersionUID = 1L;

  /**
   * @param what is wrong
   */
  public WrongDeviceException(String what) {
    super(what);
  }
}
