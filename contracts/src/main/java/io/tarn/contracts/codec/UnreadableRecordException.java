package io.tarn.contracts.codec;

/** A record that cannot be read or cannot be believed; it belongs on the dead-letter topic. */
public final class UnreadableRecordException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * @param reason what was wrong, one line, for the {@code tarn-reason} header
   */
  public UnreadableRecordException(String reason) {
    super(reason);
  }
}
