package io.tarn.chassis.identity;

/** A service that would answer strangers without asking who they are. */
final class OpenServiceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String property;

  OpenServiceException(String property, String address) {
    super(
        property
            + " is "
            + address
            + ", which others can reach, and authentication is not configured");
    this.property = property;
  }

  /** The property that opens the service. */
  String property() {
    return property;
  }
}
