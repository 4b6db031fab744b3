package io.tarn.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HOUR = Duration.ofHours(1);

  @ParameterizedTest
  @CsvSource({
    "PT0S,              0s",
    "PT1M,              1m",
    "PT90S,             90s",
    "PT1H,              1h",
    "PT25H,             25h",
    "P1D,               1d",
    "P200000D,          200000d",
    "PT0.5S,            500ms",
    "PT1.001S,          1001ms",
    "PT0.000001S,       1us",
    "PT0.000000001S,    1ns",
    "PT-1S,             -1s",
    "PT-0.5S,           -500ms",
    "PT17280000000.5S,  200000d",
  })
  void text_isWhatPeopleWrite(Duration duration, String text) {
    assertThat(Durations.text(duration)).isEqualTo(text);
  }

  @Test
  void duration_outOfRangeNamesPropertyValueAndRange() {
    assertThat(Check.duration("a.b", SECOND, SECOND, HOUR)).isEqualTo(SECOND);
    assertThat(Check.duration("a.b", HOUR, SECOND, HOUR)).isEqualTo(HOUR);
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> Check.duration("a.b", Duration.ofMillis(999), SECOND, HOUR))
        .withMessage("a.b is 999ms, accepted: 1s..1h");
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> Check.duration("a.b", Duration.ofDays(200_000), SECOND, HOUR))
        .withMessage("a.b is 200000d, accepted: 1s..1h");
    // the longest that there is has no nanoseconds that fit a long
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(
            () ->
                Check.duration(
                    "a.b", Duration.ofSeconds(Long.MAX_VALUE, 999_999_999), SECOND, HOUR))
        .withMessageStartingWith("a.b is 9223372036854775807s, accepted");
  }

  @Test
  void notAbove_namesBothProperties() {
    assertThat(Check.notAbove("a.b", HOUR, "a.c", HOUR)).isEqualTo(HOUR);
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> Check.notAbove("a.b", HOUR, "a.c", SECOND))
        .withMessage("a.b is 1h, accepted: at most a.c, which is 1s");
  }
}
