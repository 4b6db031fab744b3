package io.tarn.chassis.lease;

/** A lease has expired or changed hands; whatever was to be done under it must not be. */
public final class LeaseLostException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param lease the lease that is gone
   */
  public LeaseLostException(Lease lease) {
    super("the lease " + lease.name() + " of epoch " + lease.epoch() + " is lost");
  }
}
