package io.tarn.scheduler.saga;

import org.jspecify.annotations.Nullable;

/** What became of a change that the store was asked to commit. */
public sealed interface Commit {

  /**
   * It is committed.
   *
   * @param vm the row as it is now
   * @param answer what the client is to be sent, when that is final by it
   */
  record Done(Vm vm, @Nullable Answer answer) implements Commit {}

  /** The row is not as expected any more: someone else was faster. */
  record Overtaken() implements Commit {}

  /** The host has changed since the decision, or many are after it: decide again. */
  record HostContended() implements Commit {}
}
