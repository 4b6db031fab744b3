package io.tarn.chassis.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.contracts.Check;
import java.time.Duration;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@ExtendWith(OutputCaptureExtension.class)
class InvalidSettingFailureAnalyzerTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        // found out while the properties are bound, and by a bean that is made of two of them
        "--test.pause=2h|test.pause is 2h, accepted: 1s..1h.",
        "--test.pause=200000d|test.pause is 200000d, accepted: 1s..1h.",
        "--test.call=2s|test.call is 2s, accepted: at most test.pause, which is 1s.",
      })
  void service_thatCannotStart_saysItInASentence(String line, CapturedOutput output) {
    String[] parts = line.split("\\|", -1);
    SpringApplication service = new SpringApplication(Service.class);
    service.setWebApplicationType(WebApplicationType.NONE);
    assertThatThrownBy(() -> service.run(parts[0]));
    assertThat(output.getAll())
        .contains("APPLICATION FAILED TO START")
        .containsPattern("Description:\\s+" + parts[1].replace(".", "\\."))
        .contains("Set " + parts[1].split(" ", -1)[0] + " to what is accepted")
        .doesNotContain("\tat ");
  }

  /** Properties of a service. */
  @ConfigurationProperties("test")
  record TestProperties(@DefaultValue("1s") Duration pause, @DefaultValue("1s") Duration call) {

    TestProperties {
      Check.duration("test.pause", pause, Duration.ofSeconds(1), Duration.ofHours(1));
    }
  }

  /** A service that needs one of them to fit the other. */
  @Configuration(proxyBeanMethods = false)
  @EnableConfigurationProperties(TestProperties.class)
  static class Service {

    @Bean
    Duration call(TestProperties properties) {
      return Check.notAbove("test.call", properties.call(), "test.pause", properties.pause());
    }
  }
}
