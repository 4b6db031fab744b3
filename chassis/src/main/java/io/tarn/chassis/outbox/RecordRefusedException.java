package io.tarn.chassis.outbox;

/** The bus will never take this record. */
final class RecordRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RecordRefusedException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
