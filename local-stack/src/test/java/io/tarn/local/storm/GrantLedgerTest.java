package io.tarn.local.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.GrantView;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrantLedgerTest {

  private static final GrantId FIRST = new GrantId("vm", 1);
  private static final GrantId SECOND = new GrantId("vm", 2);
  private static final GrantRequest TWO = new GrantRequest("h", "p", 2);

  private final GrantLedger ledger = new GrantLedger();

  @Test
  void granted_liveWithItsSlices() {
    ledger.asking(FIRST, TWO);
    assertThat(standing(FIRST)).isEqualTo(Standing.ASKED);
    assertThat(ledger.granted(view(FIRST, GrantState.GRANTED, 3, 4))).isEmpty();
    assertThat(ledger.promise(FIRST))
        .isEqualTo(new Promise(FIRST, TWO, Standing.LIVE, List.of(3, 4)));
    assertThat(ledger.acknowledged()).isEqualTo(1);
  }

  @Test
  void granted_againTheSame() {
    live(FIRST, 3, 4);
    assertThat(ledger.granted(view(FIRST, GrantState.ONLINE, 3, 4))).isEmpty();
    assertThat(ledger.acknowledged()).isEqualTo(1);
  }

  @Test
  void granted_againWithOtherSlices_isWrong() {
    live(FIRST, 3, 4);
    assertThat(ledger.granted(view(FIRST, GrantState.ONLINE, 3, 5))).contains("acknowledged was");
    assertThat(ledger.promise(FIRST).slices()).containsExactly(3, 4);
  }

  @Test
  void granted_lessThanAskedForOrTheSameTwice_isWrong() {
    ledger.asking(FIRST, TWO);
    assertThat(ledger.granted(view(FIRST, GrantState.GRANTED, 3))).contains("asked was");
    ledger.asking(new GrantId("other", 1), TWO);
    assertThat(ledger.granted(view(new GrantId("other", 1), GrantState.GRANTED, 3, 3)))
        .contains("asked was");
  }

  @Test
  void granted_afterTheWithdrawal_isWrong() {
    live(FIRST, 3, 4);
    ledger.withdrawing(FIRST);
    assertThat(ledger.withdrawn(view(FIRST, GrantState.RELEASING, 3, 4))).isEmpty();
    assertThat(ledger.granted(view(FIRST, GrantState.GRANTED, 3, 4)))
        .contains("though it was GONE");
    assertThat(standing(FIRST)).isEqualTo(Standing.GONE);
  }

  @Test
  void granted_unasked_isWrong() {
    assertThat(ledger.granted(view(FIRST, GrantState.GRANTED, 1, 2))).contains("nobody asked");
  }

  @Test
  void withdrawn_isCountedOnce() {
    live(FIRST, 3, 4);
    ledger.withdrawing(FIRST);
    assertThat(standing(FIRST)).isEqualTo(Standing.LEAVING);
    assertThat(ledger.withdrawn(view(FIRST, GrantState.RELEASING, 3, 4))).isEmpty();
    ledger.withdrawing(FIRST);
    assertThat(ledger.withdrawn(view(FIRST, GrantState.RELEASED))).isEmpty();
    assertThat(ledger.gone()).isEqualTo(1);
    assertThat(ledger.open()).isEmpty();
  }

  @Test
  void withdrawn_asIfItHadNeverBeen_isWrong() {
    live(FIRST, 3, 4);
    ledger.withdrawing(FIRST);
    assertThat(ledger.withdrawn(view(FIRST, GrantState.WITHDRAWN))).contains("never been");
  }

  @Test
  void withdrawn_andAlive_isWrong() {
    live(FIRST, 3, 4);
    ledger.withdrawing(FIRST);
    assertThat(ledger.withdrawn(view(FIRST, GrantState.ONLINE, 3, 4))).contains("lives");
  }

  @Test
  void withdrawn_beforeItCame() {
    ledger.withdrawing(FIRST);
    assertThat(ledger.withdrawn(view(FIRST, GrantState.WITHDRAWN))).isEmpty();
    assertThat(standing(FIRST)).isEqualTo(Standing.GONE);
    assertThat(ledger.granted(view(FIRST, GrantState.GRANTED, 1, 2)))
        .contains("though it was GONE");
  }

  @Test
  void newerAttempt_endsTheOlderOnceItIsGranted() {
    live(FIRST, 3, 4);
    ledger.asking(SECOND, TWO);
    assertThat(standing(FIRST)).isEqualTo(Standing.LEAVING);
    assertThat(ledger.granted(view(SECOND, GrantState.GRANTED, 5, 6))).isEmpty();
    assertThat(standing(FIRST)).isEqualTo(Standing.GONE);
    assertThat(ledger.open()).containsExactly(SECOND);
  }

  @Test
  void newerAttempt_refusedForSure_leavesTheOlderAlive() {
    live(FIRST, 3, 4);
    ledger.asking(SECOND, TWO);
    ledger.refused(SECOND);
    assertThat(standing(FIRST)).isEqualTo(Standing.LIVE);
    assertThat(standing(SECOND)).isEqualTo(Standing.REFUSED);
    assertThat(ledger.open()).containsExactly(FIRST);
  }

  @Test
  void newerAttempt_ofUnknownOutcome_itsWithdrawalTellsWhatBecameOfTheOlder() {
    live(FIRST, 3, 4);
    ledger.asking(SECOND, TWO);
    ledger.withdrawing(SECOND);
    assertThat(ledger.withdrawn(view(SECOND, GrantState.WITHDRAWN))).isEmpty();
    assertThat(standing(FIRST)).as("the newer one never lived").isEqualTo(Standing.LIVE);
    GrantId third = new GrantId("vm", 3);
    ledger.asking(third, TWO);
    ledger.withdrawing(third);
    assertThat(ledger.withdrawn(view(third, GrantState.RELEASING, 7, 8))).isEmpty();
    assertThat(standing(FIRST)).as("the newer one lived for a while").isEqualTo(Standing.GONE);
    assertThat(ledger.open()).isEmpty();
  }

  @Test
  void refused_mayBeAskedForAgain() {
    ledger.asking(FIRST, TWO);
    ledger.refused(FIRST);
    ledger.asking(FIRST, TWO);
    assertThat(ledger.granted(view(FIRST, GrantState.GRANTED, 1, 2))).isEmpty();
    assertThatThrownBy(() -> ledger.asking(FIRST, TWO)).isInstanceOf(IllegalStateException.class);
  }

  private void live(GrantId id, Integer... slices) {
    ledger.asking(id, TWO);
    assertThat(ledger.granted(view(id, GrantState.GRANTED, slices))).isEmpty();
  }

  private Standing standing(GrantId id) {
    return ledger.promise(id).standing();
  }

  private static GrantView view(GrantId id, GrantState state, Integer... slices) {
    boolean never = state == GrantState.WITHDRAWN;
    return new GrantView(
        id.toString(),
        id.vmId(),
        never ? "" : "h",
        never ? "" : "p",
        never ? 0 : 2,
        state,
        0,
        List.of(slices));
  }
}
