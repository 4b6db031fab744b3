package io.tarn.local.storm;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.GrantView;
import io.tarn.local.home.Json;
import io.tarn.local.rest.Reply;
import java.io.IOException;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks for grants and gives them back; every request is asked until its answer is known, told to
 * the ledger, and judged by what the API promises.
 */
final class GrantClient {

  private final Asking asking;
  private final GrantLedger ledger;
  private final Tally documented;
  private final IntSupplier first;

  /**
   * @param asking makes the requests
   * @param ledger of all clients
   * @param documented told of every answer
   * @param first which replica is asked first, each time anew
   */
  GrantClient(Asking asking, GrantLedger ledger, Tally documented, IntSupplier first) {
    this.asking = asking;
    this.ledger = ledger;
    this.documented = documented;
    this.first = first;
  }

  /** A client that does the same, and asks one replica first every time. */
  GrantClient preferring(int replica) {
    return new GrantClient(asking, ledger, documented, () -> replica);
  }

  /**
   * Asks for a new grant. One that is refused after a try of unknown outcome is withdrawn, for that
   * try may still be on its way.
   *
   * @return whether it lives
   */
  boolean grant(GrantId id, GrantRequest request) throws IOException, InterruptedException {
    ledger.asking(id, request);
    Asking.Answer answer = ask("PUT", id, request);
    Reply reply = answer.reply();
    if (reply.ok()) {
      documented.judged(ledger.granted(view(reply)));
      return true;
    }
    boolean exhausted = reply.status() == 409 && reply.code().equals("pool-exhausted");
    documented.judged(exhausted ? "" : "PUT " + id + " " + request + ": " + reply.detail());
    if (answer.sure()) {
      ledger.refused(id);
    } else {
      withdraw(id);
    }
    return false;
  }

  /** Withdraws a grant, or makes sure that it never comes. */
  void withdraw(GrantId id) throws IOException, InterruptedException {
    ledger.withdrawing(id);
    Reply reply = ask("DELETE", id, null).reply();
    documented.judged(
        reply.ok() ? ledger.withdrawn(view(reply)) : "DELETE " + id + ": " + reply.detail());
  }

  /** Asks once more for a grant that lives. */
  void repeat(Promise live) throws IOException, InterruptedException {
    Reply reply = ask("PUT", live.id(), live.asked()).reply();
    documented.judged(
        reply.status() == 200
            ? ledger.granted(view(reply))
            : "PUT again of " + live + ": " + reply.detail());
  }

  /** Asks under the name of a grant that lives for something else. */
  void differ(Promise live) throws IOException, InterruptedException {
    GrantRequest asked = Objects.requireNonNull(live.asked());
    refusal(live.id(), new GrantRequest(asked.hostId(), asked.poolId(), asked.sizeGiB() + 1), 422);
  }

  /** Asks for a grant that was withdrawn. */
  void askForWithdrawn(GrantId id, GrantRequest request) throws IOException, InterruptedException {
    refusal(id, request, 410);
  }

  /** Asks for a grant of an attempt older than one that is known. */
  void askForOlder(GrantId id, GrantRequest request) throws IOException, InterruptedException {
    refusal(id, request, 409);
  }

  private void refusal(GrantId id, GrantRequest request, int status)
      throws IOException, InterruptedException {
    Reply reply = ask("PUT", id, request).reply();
    String code =
        switch (status) {
          case 422 -> "grant-differs";
          case 410 -> "grant-withdrawn";
          default -> "attempt-superseded";
        };
    documented.judged(
        reply.status() == status && reply.code().equals(code)
            ? ""
            : "PUT " + id + " " + request + ", due was " + code + ": " + reply.detail());
  }

  /** Looks at a grant that lives or was withdrawn. */
  GrantState look(Promise promise) throws IOException, InterruptedException {
    Reply reply = ask("GET", promise.id(), null).reply();
    if (!reply.ok()) {
      documented.judged("GET " + promise + ": " + reply.detail());
      return GrantState.WITHDRAWN;
    }
    GrantView view = view(reply);
    boolean kept =
        promise.standing() == Standing.LIVE
            ? view.state().live() && view.slices().equals(promise.slices())
            : !view.state().live();
    documented.judged(kept ? "" : "acknowledged was " + promise + ", seen " + view);
    return view.state();
  }

  private Asking.Answer ask(String method, GrantId id, @Nullable GrantRequest body)
      throws IOException, InterruptedException {
    return asking.ask(method, "/v1/grants/" + id, body, first.getAsInt());
  }

  private static GrantView view(Reply reply) {
    return Json.MAPPER.treeToValue(reply.body(), GrantView.class);
  }
}
