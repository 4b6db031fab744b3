package io.tarn.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.scheduler.policy.Guests;
import io.tarn.scheduler.prediction.Predictor;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class PropertiesTest {

  @Test
  void placement_withoutProperties_hasDefaults() {
    PlacementProperties defaults = bind("tarn.placement", PlacementProperties.class, Map.of());
    assertThat(defaults.pooling(Predictor.NONE, Guests.ANY).name()).isEqualTo("static:15");
    assertThat(defaults.driverLease()).hasSeconds(10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "policy|sometimes|tarn.placement.policy is \"sometimes\"",
        "commit-tries|0|tarn.placement.commit-tries is 0, accepted: 1..1000",
        "pool-tries|101|tarn.placement.pool-tries is 101, accepted: 1..100",
        "driver-lease|0s|tarn.placement.driver-lease is 0s, accepted: 1ms..1d",
        "repeat-wait|200000d|tarn.placement.repeat-wait is 200000d, accepted: 1ms..1d",
        "host-view-max-age|1s|tarn.placement.host-view-max-age is 1s, accepted: above",
      })
  void placement_badValue_namesTheProperty(String name, String value, String message) {
    assertThatThrownBy(
            () ->
                bind(
                    "tarn.placement",
                    PlacementProperties.class,
                    Map.of("tarn.placement." + name, value)))
        .rootCause()
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "url|ftp://x|tarn.pool-manager.url is ftp://x, accepted: an http or https URL",
        "answer-timeout|-1s|tarn.pool-manager.answer-timeout is -1s, accepted: 1ms..1h",
        "withdrawal-pause|6s|tarn.pool-manager.withdrawal-pause is 6s, accepted: at most"
            + " tarn.pool-manager.withdrawal-most-pause, which is 5s",
      })
  void poolManager_badValue_namesTheProperty(String name, String value, String message) {
    assertThatThrownBy(
            () ->
                bind(
                    "tarn.pool-manager",
                    PoolManagerProperties.class,
                    Map.of("tarn.pool-manager." + name, value)))
        .rootCause()
        .hasMessage(message);
  }

  private static <T> T bind(String prefix, Class<T> type, Map<String, String> properties) {
    return new Binder(new MapConfigurationPropertySource(properties))
        .bindOrCreate(prefix, Bindable.of(type));
  }
}
