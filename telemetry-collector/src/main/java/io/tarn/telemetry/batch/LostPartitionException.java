package io.tarn.telemetry.batch;

/** Another reader has moved a partition; what this one has read of it must not count. */
public final class LostPartitionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param moves as they were wanted
   */
  public LostPartitionException(String moves) {
    super("another reader has moved one of " + moves);
  }
}
