package io.tarn.telemetry.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class TelemetryPropertiesTest {

  @Test
  void defaults_areThoseOfTheReadme() {
    TelemetryProperties properties = bind(Map.of());
    assertThat(properties.readers()).isEqualTo(2);
    assertThat(properties.lateness()).hasSeconds(5);
    assertThat(properties.windowRules().leastRunningShare()).isEqualTo(0.2);
    assertThat(properties.windowRules().leastCoveredMillis()).isEqualTo(30_000);
    assertThat(properties.clockAhead()).hasDays(1);
    assertThat(properties.rawDays()).isEqualTo(10);
    assertThat(properties.days()).isEqualTo(30);
  }

  @ParameterizedTest
  @CsvSource({
    "readers,0",
    "readers,65",
    "lateness,-1s",
    "lateness,11m",
    "least-running-share,0",
    "least-running-share,1.1",
    "least-running-share,NaN",
    "least-covered,0s",
    "least-covered,61s",
    "clock-ahead,-1s",
    "raw-days,0",
    "days,9",
    "history-interval,0s",
    "history-interval,200000d",
    "day-interval,0s"
  })
  void valueOutOfRange_isNamed(String name, String value) {
    assertThatExceptionOfType(BindException.class)
        .isThrownBy(() -> bind(Map.of("tarn.telemetry." + name, value)))
        .havingRootCause()
        .withMessageContaining("tarn.telemetry." + name + " is " + value)
        .withMessageContaining("accepted: ");
  }

  private static TelemetryProperties bind(Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("tarn.telemetry", TelemetryProperties.class);
  }
}
