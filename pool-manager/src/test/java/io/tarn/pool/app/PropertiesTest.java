package io.tarn.pool.app;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PropertiesTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration MILLI = Duration.ofMillis(1);

  @Test
  void driver_namesWhatIsWrong() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DriverProperties(Duration.ZERO, MILLI, MILLI, MILLI, MILLI, MILLI))
        .withMessageContaining("tarn.pool.driver.lease");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DriverProperties(MILLI, MILLI, MILLI, MILLI, MILLI, Duration.ZERO))
        .withMessageContaining("tarn.pool.driver.longest-pause");
  }

  @Test
  void lease_outlastsACallOfADevice() {
    DriverProperties driver =
        new DriverProperties(Duration.ofSeconds(3), MILLI, MILLI, MILLI, MILLI, MILLI);
    assertThatNoException().isThrownBy(() -> driver.mustOutlast(Duration.ofMillis(1999)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> driver.mustOutlast(Duration.ofSeconds(2)))
        .withMessageContaining("tarn.pool.emc.call-timeout");
  }

  @Test
  void others_nameWhatIsWrong() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FeedProperties(Duration.ZERO, 2, Duration.ZERO))
        .withMessageContaining("tarn.pool.feed.poll");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FeedProperties(MILLI, 0, Duration.ZERO))
        .withMessageContaining("tarn.pool.feed.threads");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FeedProperties(MILLI, 2, MILLI.negated()))
        .withMessageContaining("tarn.pool.feed.clock-ahead");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FeedProperties(MILLI, 2, Duration.ofDays(3651)))
        .withMessageContaining("tarn.pool.feed.clock-ahead");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AuditProperties(Duration.ZERO))
        .withMessageContaining("tarn.pool.audit.every");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new OperationProperties(Duration.ZERO))
        .withMessageContaining("tarn.pool.operation.sweep");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new BufferProperties(
                    Duration.ZERO, Duration.ofHours(1), MINUTE, MINUTE, MINUTE, 0.9))
        .withMessageContaining("tarn.pool.buffer.every is PT0S, accepted: PT1S..PT1H");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new BufferProperties(MINUTE, MINUTE, Duration.ofHours(1), MINUTE, MINUTE, 0.9))
        .withMessageContaining("tarn.pool.buffer.recent");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BufferProperties(MINUTE, MINUTE, MINUTE, MINUTE, MINUTE, 1))
        .withMessageContaining("tarn.pool.buffer.confidence is 1.0, accepted: 0.5..0.9999");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RecallProperties(101, MINUTE, MINUTE))
        .withMessageContaining("tarn.pool.recall.tries is 101, accepted: 0..100");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RecallProperties(1, MILLI, MINUTE))
        .withMessageContaining("tarn.pool.recall.first-pause");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RecallProperties(1, MINUTE, MILLI))
        .withMessageContaining("tarn.pool.recall.longest-pause");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LedgerProperties(0, MILLI))
        .withMessageContaining("tarn.pool.ledger.tries");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LedgerProperties(3, Duration.ZERO))
        .withMessageContaining("tarn.pool.ledger.first-pause");
  }
}
