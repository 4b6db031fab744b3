package io.tarn.pool.app;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.contracts.InvalidField;
import io.tarn.pool.egress.EmcProperties;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "audit.every",
        "buffer.every",
        "buffer.look-back",
        "buffer.recent",
        "buffer.assumed-release",
        "buffer.drain-ahead",
        "driver.lease",
        "driver.standby",
        "driver.poll",
        "driver.first-pause",
        "driver.longest-pause",
        "emc.connect-timeout",
        "emc.call-timeout",
        "feed.poll",
        "feed.clock-ahead",
        "ledger.first-pause",
        "operation.sweep",
        "recall.first-pause",
        "recall.longest-pause",
      })
  void durationOutOfRange_isNamedAsItIsWritten(String name) {
    String property = "tarn.pool." + name;
    for (String bad : List.of("200000d", "-1s")) {
      assertThatThrownBy(() -> bind(property, bad))
          .rootCause()
          .isInstanceOf(InvalidField.class)
          .message()
          .matches(
              Pattern.quote(property + " is " + bad + ", accepted: ") + "[0-9a-z]+\\.\\.[0-9a-z]+");
    }
  }

  /** Binds every record of properties to defaults, but for one of them. */
  private static void bind(String property, String value) {
    Binder binder = new Binder(new MapConfigurationPropertySource(Map.of(property, value)));
    for (Class<?> type :
        List.of(
            AuditProperties.class,
            BufferProperties.class,
            DriverProperties.class,
            EmcProperties.class,
            FeedProperties.class,
            LedgerProperties.class,
            OperationProperties.class,
            RecallProperties.class)) {
      String prefix = type.getAnnotation(ConfigurationProperties.class).value();
      binder.bindOrCreate(prefix, Bindable.of(type));
    }
  }

  @Test
  void lease_outlastsACallOfADevice() {
    DriverProperties driver =
        new DriverProperties(Duration.ofSeconds(3), MILLI, MILLI, MILLI, MILLI, MILLI);
    assertThatNoException().isThrownBy(() -> driver.mustOutlast(Duration.ofMillis(1999)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> driver.mustOutlast(Duration.ofSeconds(2)))
        .withMessage(
            "tarn.pool.emc.call-timeout is 2s, accepted: less than two thirds of"
                + " tarn.pool.driver.lease, which is 3s");
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
        .withMessageContaining("tarn.pool.buffer.every is 0s, accepted: 1s..1h");
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
        .withMessage("tarn.pool.recall.longest-pause is 1ms, accepted: 100ms..1d");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RecallProperties(1, MINUTE.multipliedBy(20), MINUTE.multipliedBy(10)))
        .withMessage(
            "tarn.pool.recall.first-pause is 20m, accepted: at most"
                + " tarn.pool.recall.longest-pause, which is 10m");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LedgerProperties(0, MILLI))
        .withMessageContaining("tarn.pool.ledger.tries");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LedgerProperties(3, Duration.ZERO))
        .withMessageContaining("tarn.pool.ledger.first-pause");
  }
}
