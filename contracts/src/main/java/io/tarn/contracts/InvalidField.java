package io.tarn.contracts;

/**
 * A value from outside that is not in the accepted range; names the field and says what is right.
 */
public final class InvalidField extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String field;
  private final String rejected;
  private final String accepted;

  /**
   * @param field the field as the client writes it, for example {@code memoryMiB}
   * @param rejected the value that was sent, as text
   * @param accepted what would have been accepted, for example {@code 1..1024}
   */
  public InvalidField(String field, String rejected, String accepted) {
    super(field + " is " + rejected + ", accepted: " + accepted);
    this.field = field;
    this.rejected = rejected;
    this.accepted = accepted;
  }

  /** The field as the client writes it. */
  public String field() {
    return field;
  }

  /**
   * The same of a field that lies further in.
   *
   * @param place what comes before its name, for example {@code runs[3].}
   */
  public InvalidField within(String place) {
    return new InvalidField(place + field, rejected, accepted);
  }

  /** What would have been accepted. */
  public String accepted() {
    return accepted;
  }
}
