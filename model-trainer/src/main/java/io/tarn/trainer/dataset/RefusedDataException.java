package io.tarn.trainer.dataset;

/** Data from which nothing can be learned. */
public final class RefusedDataException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean tooLittle;

  private RefusedDataException(String reason, boolean tooLittle) {
    super(reason);
    this.tooLittle = tooLittle;
  }

  /** Waiting may help: there is not enough of it yet. */
  public static RefusedDataException tooLittle(String reason) {
    return new RefusedDataException(reason, true);
  }

  /** It is broken. */
  public static RefusedDataException broken(String reason) {
    return new RefusedDataException(reason, false);
  }

  /** Whether there is too little of it. */
  public boolean isTooLittle() {
    return tooLittle;
  }
}
