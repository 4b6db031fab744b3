package io.tarn.chassis.edge;

import static io.tarn.chassis.edge.Tokens.claims;
import static io.tarn.chassis.edge.Tokens.in;
import static io.tarn.chassis.edge.Tokens.signed;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import io.tarn.chassis.testing.RealParts;
import io.tarn.db.ServiceSchema;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A service that asks who calls. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    classes = EdgeService.class,
    properties = {
      "management.endpoints.web.exposure.include=health,prometheus,info",
      "management.endpoint.health.probes.add-additional-paths=true",
      "management.endpoint.health.show-components=always",
      "tarn.identity.issuer=" + Tokens.ISSUER,
      "tarn.identity.audience=" + Tokens.AUDIENCE
    })
@RealParts(ServiceSchema.POOL)
class IdentityIT {

  private static final ECKey KEY = Tokens.ecKey("k1");
  private static final RSAKey RSA_KEY = Tokens.rsaKey("k2");

  @TempDir private static Path directory;

  @Value("${local.server.port}")
  private int port;

  private Http http;

  @DynamicPropertySource
  static void keys(DynamicPropertyRegistry properties) throws IOException {
    publish(Tokens.jwks(KEY, RSA_KEY));
    properties.add("tarn.identity.jwks-uri", () -> file().toUri().toString());
  }

  @BeforeEach
  void connect() throws IOException {
    publish(Tokens.jwks(KEY, RSA_KEY));
    http = new Http(port);
  }

  @Test
  void goodToken_isLetIn() throws Exception {
    assertThat(get("/v1/things/7", signed(KEY, claims("tarn.read"))).body()).isEqualTo("7");
    assertThat(get("/v1/things/7", signed(RSA_KEY, claims("tarn.read"))).status()).isEqualTo(200);
    assertThat(get("/v1/things/7", signed(KEY, claims("x tarn.admin y"))).status()).isEqualTo(200);
    JWTClaimsSet.Builder twoAudiences = claims("tarn.read").audience(List.of("other", "tarn"));
    assertThat(get("/v1/things/7", signed(KEY, twoAudiences)).status()).isEqualTo(200);
  }

  @Test
  void head_needsWhatGetNeeds() throws Exception {
    HttpRequest.Builder head =
        http.request("/v1/things/7").method("HEAD", HttpRequest.BodyPublishers.noBody());
    assertThat(http.send(head).status()).isEqualTo(401);
    head.header("Authorization", "Bearer " + signed(KEY, claims("tarn.read")));
    assertThat(http.send(head).status()).isEqualTo(200);
  }

  static Stream<Arguments> badTokens() throws JOSEException {
    Duration hour = Duration.ofHours(1);
    return Stream.of(
        Arguments.of("no token", "garbage"),
        Arguments.of("another key of the same name", signed(Tokens.ecKey("k1"), good())),
        Arguments.of("a key that is not published", signed(Tokens.ecKey("k9"), good())),
        Arguments.of("no signature", Tokens.unsigned(good())),
        Arguments.of("public key as secret", Tokens.signedWithPublicKey(RSA_KEY, good())),
        Arguments.of("cut", signed(KEY, good()).substring(0, 80)),
        Arguments.of("another issuer", signed(KEY, good().issuer("https://other.example"))),
        Arguments.of("no issuer", signed(KEY, good().issuer(null))),
        Arguments.of("another audience", signed(KEY, good().audience("other"))),
        Arguments.of("no audience", signed(KEY, good().audience((String) null))),
        Arguments.of("expired", signed(KEY, good().expirationTime(in(hour.negated())))),
        Arguments.of("no end", signed(KEY, good().expirationTime(null))),
        Arguments.of("not yet valid", signed(KEY, good().notBeforeTime(in(hour)))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badTokens")
  void badToken_isUnauthenticated(String what, String token) throws Exception {
    Http.Answer answer = get("/v1/things/7", token);
    assertProblem(answer, 401, "unauthenticated", "/v1/things/7");
    assertThat(answer.authenticate()).contains("Bearer");
    assertThat(answer.body()).doesNotContain("Exception", "7\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/things/7",
        "/v1/nothing",
        "/actuator/prometheus",
        "/actuator/info",
        "/actuator",
        "/actuator/health/db",
        "/v3/api-docs",
        "/error",
        "/"
      })
  void withoutToken_nothingButTheProbesIsOpen(String path) throws Exception {
    assertProblem(http.get(path), 401, "unauthenticated", path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/livez",
        "/readyz",
        "/actuator/health",
        "/actuator/health/liveness",
        "/actuator/health/readiness"
      })
  void probes_areOpen(String path) throws Exception {
    assertThat(http.get(path).status()).isEqualTo(200);
  }

  @Test
  void tokenElsewhere_isNotTaken() throws Exception {
    String token = signed(KEY, claims("tarn.read"));
    assertThat(http.get("/v1/things/7?access_token=" + token).status()).isEqualTo(401);
    assertThat(http.get("/v1/things/7", "Authorization", "Basic c29tZTpib2R5").status())
        .isEqualTo(401);
    assertThat(http.get("/v1/things/7", "Cookie", "token=" + token).status()).isEqualTo(401);
  }

  @ParameterizedTest
  @CsvSource({
    // first rule that fits
    "GET,  /v1/things/7,         tarn.read,            200",
    "GET,  /v1/things/7,         tarn.admin,           200",
    "GET,  /v1/things/7,         tarn.place,           403",
    "GET,  /v1/things/7,         'read',               403",
    "GET,  /v1/things/7,         '',                   403",
    "POST, /v1/things,           tarn.place,           200",
    "POST, /v1/things,           tarn.read,            403",
    "POST, /v1/things,           tarn.admin,           403",
    // what no rule names is the administrator's
    "POST, /v1/raw,              tarn.place,           403",
    "POST, /v1/raw,              tarn.read tarn.place, 403",
    "POST, /v1/raw,              tarn.admin,           200",
    "GET,  /v1/nothing,          tarn.read,            403",
    "GET,  /v1/nothing,          tarn.admin,           404",
    // what operators look at
    "GET,  /actuator/prometheus, tarn.read,            200",
    "GET,  /actuator/prometheus, tarn.admin,           200",
    "GET,  /actuator/prometheus, tarn.agent,           403",
    "GET,  /v3/api-docs,         tarn.read,            200",
    "GET,  /v3/api-docs,         tarn.place,           403",
  })
  void scope_decidesWhatMayBeDone(String method, String path, String scopes, int status)
      throws Exception {
    HttpRequest.Builder request =
        http.request(path, "Authorization", "Bearer " + signed(KEY, claims(scopes)))
            .header("Content-Type", "application/json")
            .method(
                method,
                "POST".equals(method)
                    ? HttpRequest.BodyPublishers.ofString("{\"vcpus\":1,\"name\":\"a\"}")
                    : HttpRequest.BodyPublishers.noBody());
    Http.Answer answer = http.send(request);
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    if (status == 403) {
      assertProblem(answer, 403, "forbidden", path);
    }
  }

  @Test
  void withoutScopeClaim_nothingMayBeDone() throws Exception {
    String token = signed(KEY, claims("").claim("scope", null));
    assertProblem(get("/v1/things/7", token), 403, "forbidden", "/v1/things/7");
  }

  @ParameterizedTest
  @CsvSource({
    "tarn.agent,            h1, h1,   200",
    "tarn.agent,            h1, h2,   403",
    "tarn.agent,            h1, H1,   403",
    "tarn.agent,              , h1,   403",
    "tarn.admin,              , h2,   200",
    "tarn.agent tarn.admin, h1, h2,   403",
    "tarn.read,             h1, h1,   403",
  })
  void agent_actsForItsOwnHostAlone(String scopes, String tokenHost, String pathHost, int status)
      throws Exception {
    String token = signed(KEY, claims(scopes).claim("tarn_host", tokenHost));
    Http.Answer answer = get("/v1/hosts/" + pathHost + "/commands", token);
    assertThat(answer.status()).isEqualTo(status);
    if (status == 200) {
      // the answer comes from another thread, later
      assertThat(answer.body()).isEqualTo("somebody for " + pathHost);
    } else {
      assertProblem(answer, 403, "forbidden", "/v1/hosts/" + pathHost + "/commands");
    }
  }

  @Test
  void errors_areToldToThoseWhoWereLetIn() throws Exception {
    String reader = signed(KEY, claims("tarn.read"));
    assertProblem(get("/v1/things/x", reader), 400, "invalid-request", "/v1/things/x");
    assertProblem(get("/v1/things/bug", reader), 500, "internal", "/v1/things/bug");
    assertProblem(get("/v1/things/a%3Bb", reader), 400, "invalid-request", "/v1/things/a%3Bb");
  }

  @Test
  void largeBodyOfAStranger_isNotTheFirstThingToldHim() throws Exception {
    Http.Answer answer =
        http.post(
            "/v1/raw",
            HttpRequest.BodyPublishers.ofByteArray(new byte[(1 << 20) + 1]),
            "application/octet-stream");
    assertThat(answer.status()).isEqualTo(401);
  }

  @Test
  void keysInTheFile_areThoseThatCount() throws Exception {
    ECKey next = Tokens.ecKey("k3");
    String old = signed(KEY, claims("tarn.read"));
    String fresh = signed(next, claims("tarn.read"));
    assertThat(get("/v1/things/7", fresh).status()).isEqualTo(401);
    publish(Tokens.jwks(KEY, next));
    assertThat(get("/v1/things/7", fresh).status()).isEqualTo(200);
    assertThat(get("/v1/things/7", old).status()).isEqualTo(200);
    publish(Tokens.jwks(next));
    assertThat(get("/v1/things/7", fresh).status()).isEqualTo(200);
    assertThat(get("/v1/things/7", old).status()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{\"keys\":[", "<html>"})
  void keysThatCannotBeRead_areNobodysFault(String content) throws Exception {
    String token = signed(KEY, claims("tarn.read"));
    publish(content);
    Http.Answer answer = get("/v1/things/7", token);
    assertProblem(answer, 503, "dependency-unavailable", "/v1/things/7");
    assertThat(answer.retryAfter()).contains("1");
    assertThat(http.get("/livez").status()).isEqualTo(200);
    Files.delete(file());
    assertThat(get("/v1/things/7", token).status()).isEqualTo(503);
    publish(Tokens.jwks(KEY));
    assertThat(get("/v1/things/7", token).status()).isEqualTo(200);
  }

  private static JWTClaimsSet.Builder good() {
    return claims("tarn.read");
  }

  private Http.Answer get(String path, String token) throws Exception {
    return http.get(path, "Authorization", "Bearer " + token);
  }

  private static Path file() {
    return directory.resolve("jwks.json");
  }

  private static void publish(String keys) throws IOException {
    Path next = Files.writeString(directory.resolve("next"), keys);
    Files.move(next, file(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void assertProblem(Http.Answer answer, int status, String code, String path) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.type()).as(answer.body()).startsWith("application/problem+json");
    assertThat(answer.member("code")).isEqualTo(code);
    assertThat(answer.member("type")).isEqualTo("urn:tarn:problem:" + code);
    assertThat(answer.member("instance")).isEqualTo(path);
  }
}
