package io.tarn.chassis.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.jwk.ECKey;
import io.tarn.chassis.durability.StoreAutoConfiguration;
import io.tarn.chassis.outbox.OutboxAutoConfiguration;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** A service starts where others can reach it only when it asks who they are. */
@ExtendWith(OutputCaptureExtension.class)
class OpenDoorIT {

  @TempDir private Path directory;

  @SpringBootConfiguration(proxyBeanMethods = false)
  @EnableAutoConfiguration(
      exclude = {
        DataSourceAutoConfiguration.class,
        KafkaAutoConfiguration.class,
        StoreAutoConfiguration.class,
        OutboxAutoConfiguration.class
      })
  static class BareService {}

  @ParameterizedTest
  @CsvSource({
    "--spring.application.name=bare",
    "--server.address=localhost",
    "--server.address=",
    "--server.address=127.0.0.1 --management.server.port=0 --management.server.address=127.0.0.1",
    "--management.server.port=-1",
  })
  void withoutIdentity_itIsBoundToLoopback(String arguments) throws Exception {
    try (ConfigurableApplicationContext service = start(arguments)) {
      assertThat(((ServletWebServerApplicationContext) service).getWebServer())
          .isInstanceOfSatisfying(
              TomcatWebServer.class, server -> assertBoundToLoopback(server.getTomcat()));
    }
  }

  private static void assertBoundToLoopback(Tomcat tomcat) {
    assertThat(tomcat.getConnector().getProperty("address"))
        .isInstanceOfSatisfying(
            InetAddress.class, bound -> assertThat(bound.isLoopbackAddress()).isTrue());
  }

  @ParameterizedTest
  @CsvSource({
    "--server.address=0.0.0.0, server.address is 0.0.0.0",
    "--server.address=::, server.address is ::",
    "--management.server.port=0, management.server.address is 0.0.0.0",
    "--management.server.port=0 --management.server.address=0.0.0.0,"
        + " management.server.address is 0.0.0.0",
    "--server.address=0.0.0.0 --tarn.identity.issuer= --tarn.identity.audience="
        + " --tarn.identity.jwks-uri=, server.address is 0.0.0.0",
  })
  void withoutIdentity_itRefusesToBeReached(String arguments, String said, CapturedOutput output) {
    assertThatThrownBy(() -> start(arguments).close())
        .hasStackTraceContaining(said)
        .hasStackTraceContaining("authentication is not configured");
    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains(said)
        .contains(
            "Set tarn.identity.issuer, tarn.identity.audience and tarn.identity.jwks-uri, or bind"
                + " to loopback ("
                + said.replaceAll(" .*", "")
                + "=127.0.0.1).");
  }

  @ParameterizedTest
  @CsvSource({
    "--tarn.identity.audience=a, tarn.identity.issuer",
    "--tarn.identity.jwks-uri=http://127.0.0.1:1/jwks, tarn.identity.issuer",
    "--tarn.identity.issuer=i --tarn.identity.audience=a, tarn.identity.jwks-uri",
    "--tarn.identity.issuer=i --tarn.identity.audience=a --tarn.identity.jwks-uri=ftp://e/jwks,"
        + " tarn.identity.jwks-uri",
    "--tarn.identity.issuer=i --tarn.identity.audience=a"
        + " --tarn.identity.jwks-uri=file:///no/such/file, tarn.identity.jwks-uri",
  })
  void halfAnIdentity_isRefusedByName(String arguments, String property, CapturedOutput output) {
    assertThatThrownBy(() -> start(arguments).close()).hasStackTraceContaining(property);
    assertThat(output).contains(property);
  }

  @Test
  void withIdentity_itMayBeReachedAndAsksOnEveryPort() throws Exception {
    ECKey key = Tokens.ecKey("k1");
    Path keys = Files.writeString(directory.resolve("jwks.json"), Tokens.jwks(key));
    try (ConfigurableApplicationContext service =
        start(
            "--server.address=0.0.0.0 --management.server.port=0"
                + " --management.endpoints.web.exposure.include=health,prometheus"
                + " --tarn.identity.issuer="
                + Tokens.ISSUER
                + " --tarn.identity.audience="
                + Tokens.AUDIENCE
                + " --tarn.identity.jwks-uri="
                + keys.toUri())) {
      Http main = new Http(port(service, "local.server.port"));
      Http management = new Http(port(service, "local.management.port"));
      assertThat(main.get("/v1/anything").status()).isEqualTo(401);
      assertThat(management.get("/actuator/prometheus").status()).isEqualTo(401);
      assertThat(management.get("/actuator/health/liveness").status()).isEqualTo(200);
      String reader = "Bearer " + Tokens.signed(key, Tokens.claims("tarn.read"));
      assertThat(management.get("/actuator/prometheus", "Authorization", reader).status())
          .isEqualTo(200);
    }
  }

  private static int port(ConfigurableApplicationContext service, String property) {
    return service.getEnvironment().getRequiredProperty(property, Integer.class);
  }

  private static ConfigurableApplicationContext start(String arguments) {
    String[] words =
        Stream.concat(Stream.of("--server.port=0"), Stream.of(arguments.split(" ", -1)))
            .toArray(String[]::new);
    return new SpringApplicationBuilder(BareService.class).run(words);
  }
}
