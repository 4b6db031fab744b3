package io.tarn.local.cli;

/** What commands end with. */
final class ExitCodes {

  static final int DONE = 0;
  static final int VIOLATED = 1;
  static final int USAGE = 2;
  static final int CANNOT_START = 3;

  private ExitCodes() {}
}
