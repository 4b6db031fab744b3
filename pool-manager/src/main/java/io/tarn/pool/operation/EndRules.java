package io.tarn.pool.operation;

import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.OperationState;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Operation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What ends operations beside their hosts' reports. Pure. Whatever the manager ends by itself its
 * host is told to stop, should it be at it; only a host that has booted knows by itself.
 *
 * <pre>
 * (order) -&gt; PENDING -host: running-&gt; RUNNING -host: done----------&gt; DONE
 *               |                      |  |  \-host: failed, boot--&gt; FAILED
 *               |                      |  |     fence, EMC failed
 *               |                      |  \----deadline------------&gt; EXPIRED
 *               |                      \-asked, host: stopped------&gt; CANCELLED
 *               \-- as RUNNING, but CANCELLED as soon as it is asked --^
 * </pre>
 */
final class EndRules {

  static final String HOST_REBOOTED = "host-rebooted";
  static final String HOST_FENCED = "host-fenced";
  static final String EMC_FAILED = "emc-failed";
  static final String GRANT_WITHDRAWN = "grant-withdrawn";
  static final String DEADLINE_PASSED = "deadline-passed";

  private EndRules() {}

  /** Ends one that its host forgot when it booted. */
  static void forgotten(Effects.Draft draft, Operation operation) {
    draft.move(failed(operation, HOST_REBOOTED));
  }

  /** Ends one that cannot be done any more. */
  static void fail(Effects.Draft draft, Operation operation, String cause) {
    draft.move(failed(operation, cause));
    stop(draft, operation);
  }

  /**
   * Calls one off: at once when its host has not begun, as far as is known, else as soon as the
   * host says so. Repeating it, or calling off what has ended, changes nothing.
   *
   * @param cause why, when it was not a client that asked
   */
  static void callOff(Effects.Draft draft, Operation operation, @Nullable String cause) {
    if (operation.state().ended() || operation.cancelAsked()) {
      return;
    }
    Operation called = operation.calledOff(cause);
    draft.move(
        operation.state() == OperationState.PENDING
            ? called.at(OperationState.CANCELLED, 0, cause)
            : called);
    stop(draft, operation);
  }

  /** Ends one whose deadline has passed. */
  static void expire(Effects.Draft draft, Operation operation) {
    draft.move(expired(operation));
    stop(draft, operation);
  }

  private static Operation expired(Operation operation) {
    return operation.cancelAsked()
        ? operation.at(OperationState.CANCELLED, 0, DEADLINE_PASSED)
        : operation.at(OperationState.EXPIRED, 0, null);
  }

  private static Operation failed(Operation operation, String cause) {
    return operation.at(OperationState.FAILED, 0, cause);
  }

  private static void stop(Effects.Draft draft, Operation operation) {
    draft.command(Command.of(HostCommand.Kind.CANCEL, operation, List.of()));
  }
}
