package io.tarn.local.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.GrantView;
import io.tarn.local.home.Json;
import io.tarn.local.rest.FakeService;
import io.tarn.local.rest.FakeService.Answer;
import io.tarn.local.rest.RestClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GrantClientTest {

  private static final GrantId ID = new GrantId("vm", 1);
  private static final GrantRequest ONE = new GrantRequest("h", "p", 1);
  private static final String EXHAUSTED = "{\"code\": \"pool-exhausted\"}";

  private final GrantLedger ledger = new GrantLedger();
  private final Tally documented = new Tally("documented", "");
  private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

  @Test
  void grant_isAskedForUntilItIsKnown() throws Exception {
    assertThat(
            grant(
                call ->
                    switch (calls.size()) {
                      case 1 -> throw new IOException("the process was killed");
                      case 2 -> new Answer(503, "");
                      default -> new Answer(200, view(GrantState.GRANTED, 4));
                    }))
        .isTrue();
    assertThat(ledger.promise(ID).standing()).isEqualTo(Standing.LIVE);
    assertThat(calls).containsExactly("PUT", "PUT", "PUT");
    assertThat(documented.result().holds()).isTrue();
  }

  @Test
  void grant_refusedAtOnce_isNothing() throws Exception {
    assertThat(grant(call -> new Answer(409, EXHAUSTED))).isFalse();
    assertThat(ledger.promise(ID).standing()).isEqualTo(Standing.REFUSED);
    assertThat(calls).containsExactly("PUT");
    assertThat(documented.result().holds()).isTrue();
  }

  @Test
  void grant_refusedAfterATryOfUnknownOutcome_isWithdrawn() throws Exception {
    assertThat(
            grant(
                call ->
                    switch (calls.size()) {
                      case 1 -> throw new IOException("the process was killed");
                      case 2 -> new Answer(409, EXHAUSTED);
                      default -> new Answer(200, view(GrantState.WITHDRAWN));
                    }))
        .isFalse();
    assertThat(ledger.promise(ID).standing()).isEqualTo(Standing.GONE);
    assertThat(calls).containsExactly("PUT", "PUT", "DELETE");
    assertThat(documented.result().holds()).isTrue();
  }

  @Test
  void grant_refusedForAnotherReason_isUndocumented() throws Exception {
    assertThat(grant(call -> new Answer(410, "{\"code\": \"grant-withdrawn\"}"))).isFalse();
    assertThat(documented.result().violations()).isEqualTo(1);
  }

  @Test
  void repeat_ofALostGrant_isUndocumented() throws Exception {
    assertThat(grant(call -> new Answer(201, view(GrantState.GRANTED, 4)))).isTrue();
    with(
        call -> new Answer(410, "{\"code\": \"grant-withdrawn\"}"),
        client -> client.repeat(ledger.promise(ID)));
    assertThat(documented.result().violations()).isEqualTo(1);
  }

  @Test
  void look_atAGrantWithOtherSlices_isUndocumented() throws Exception {
    assertThat(grant(call -> new Answer(201, view(GrantState.GRANTED, 4)))).isTrue();
    with(
        call -> new Answer(200, view(GrantState.ONLINE, 5)),
        client -> assertThat(client.look(ledger.promise(ID))).isEqualTo(GrantState.ONLINE));
    assertThat(documented.result().violations()).isEqualTo(1);
  }

  @Test
  void askForWithdrawn_thatIsGranted_isUndocumented() throws Exception {
    with(
        call -> new Answer(201, view(GrantState.GRANTED, 4)),
        client -> client.askForWithdrawn(ID, ONE));
    assertThat(documented.result().violations()).isEqualTo(1);
  }

  private boolean grant(FakeService.Behaviour behaviour) throws Exception {
    boolean[] lives = new boolean[1];
    with(behaviour, client -> lives[0] = client.grant(ID, ONE));
    return lives[0];
  }

  private void with(FakeService.Behaviour behaviour, Work work) throws Exception {
    try (FakeService service =
        FakeService.start(
            call -> {
              calls.add(call.method());
              return behaviour.answer(call);
            })) {
      Asking asking =
          new Asking(
              new RestClient(() -> "t", Duration.ofSeconds(20)),
              List.of(service.base()),
              Duration.ofSeconds(20));
      work.with(new GrantClient(asking, ledger, documented, () -> 0));
    }
  }

  private static String view(GrantState state, Integer... slices) {
    boolean never = state == GrantState.WITHDRAWN;
    return Json.MAPPER.writeValueAsString(
        new GrantView(
            ID.toString(),
            "vm",
            never ? "" : "h",
            never ? "" : "p",
            never ? 0 : 1,
            state,
            0,
            List.of(slices)));
  }

  private interface Work {
    void with(GrantClient client) throws Exception;
  }
}
