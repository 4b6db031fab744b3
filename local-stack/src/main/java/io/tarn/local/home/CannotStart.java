package io.tarn.local.home;

/** Why a stack cannot start or go on, as one or two sentences for the person at the terminal. */
public final class CannotStart extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * @param sentence what is wrong and what to do
   */
  public CannotStart(String sentence) {
    super(sentence);
  }

  /**
   * @param sentence what is wrong and what to do
   * @param cause where it came from
   */
  public CannotStart(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
