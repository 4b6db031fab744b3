package io.tarn.pool.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.chassis.lease.LeaseLostException;
import io.tarn.chassis.lease.Leases;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.testing.Rig;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class StaleLeaseIT {

  private static final Duration LONG = Duration.ofMinutes(5);

  private final Rig rig = Rig.shared();
  private final Leases leases = rig.replica().part(Leases.class);
  private final Ledger ledger = rig.replica().part(Ledger.class);
  private final String pool = "stale-" + UUID.randomUUID();
  private final JdbcLeadership first = new JdbcLeadership(leases, pool, "first", LONG);
  private final JdbcLeadership second = new JdbcLeadership(leases, pool, "second", LONG);

  @BeforeEach
  void lead() {
    assertThat(first.hold()).hasValue(1);
    assertThat(second.hold()).isEmpty();
  }

  @Test
  void lease_thatIsHeldStaysAtItsEpoch() {
    assertThat(first.hold()).hasValue(1);
    assertThat(ledger.<Boolean>decide(books -> guarded(first))).isTrue();
  }

  @Test
  void lease_thatHasChangedHandsLetsNothingBeWritten() {
    expire();
    assertThat(new JdbcLeadership(leases, pool, "second", LONG).hold()).hasValue(2);
    // the first has slept: it still believes that it leads
    assertThat(first.hold()).hasValue(1);
    assertThatExceptionOfType(LeaseLostException.class)
        .isThrownBy(() -> ledger.decide(books -> guarded(first)));
  }

  @Test
  void lease_thatHasRunOutLetsNothingBeWritten() {
    expire();
    assertThatExceptionOfType(LeaseLostException.class)
        .isThrownBy(() -> ledger.decide(books -> guarded(first)));
  }

  @Test
  void lease_thatIsGivenBackIsTakenAtOnceUnderAHigherEpoch() {
    first.release();
    assertThat(new JdbcLeadership(leases, pool, "second", LONG).hold()).hasValue(2);
  }

  @Test
  void lease_thatWasNotHeldForLongIsAskedForAgain() {
    JdbcLeadership eager = new JdbcLeadership(leases, pool, "first", Duration.ofMillis(1));
    expire();
    assertThat(eager.hold()).hasValue(2);
    expire();
    assertThat(new JdbcLeadership(leases, pool, "third", LONG).hold()).hasValue(3);
    assertThat(eager.hold()).isEmpty();
  }

  private Decision<Boolean> guarded(JdbcLeadership leadership) {
    leadership.guard();
    return Decision.only(true);
  }

  private void expire() {
    JdbcClient.create(rig.database().asAdministrator())
        .sql("update pool.lease set expires_at = clock_timestamp() where name = ?")
        .param("pool/" + pool)
        .update();
  }
}
