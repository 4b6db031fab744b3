package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.contracts.pool.CommandPage;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.SliceRef;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.HttpEmc;
import io.tarn.pool.testing.Replica;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may do what when authentication is configured. */
class IdentityIT {

  private static final HttpEmc EMCS = new HttpEmc();
  @TempDir private static Path directory;
  private static RSAKey key;
  private static Replica replica;

  @BeforeAll
  static void start() throws Exception {
    key = new RSAKeyGenerator(2048).keyID("k1").generate();
    Path jwks = directory.resolve("jwks.json");
    Files.writeString(jwks, new JWKSet(key.toPublicJWK()).toString());
    replica =
        Replica.on(
            TestDatabase.fresh(),
            "--tarn.identity.issuer=https://issuer",
            "--tarn.identity.audience=tarn",
            "--tarn.identity.jwks-uri=" + jwks.toUri());
    Api admin = as("tarn.admin", null);
    EMCS.plug("p", 4);
    assertThat(admin.put("/v1/pools/p", new PoolSpec(4, EMCS.uri("p"))).status()).isEqualTo(201);
    admin.call("PUT", "/v1/pools/p/hosts/h1", null);
    admin.call("PUT", "/v1/pools/p/hosts/h2", null);
  }

  @AfterAll
  static void stop() {
    replica.close();
    EMCS.close();
  }

  @Test
  void call_withoutATokenIsRefused() {
    assertThat(replica.api().get("/v1/pools").status()).isEqualTo(401);
    assertThat(replica.api().grant("vm.1", "h1", "p", 1).status()).isEqualTo(401);
    assertThat(replica.api().get("/actuator/prometheus").status()).isEqualTo(401);
    assertThat(replica.api().get("/actuator/health/readiness").status()).isEqualTo(200);
  }

  @Test
  void scope_decidesWhatIsAllowed() {
    assertThat(as("tarn.read", null).get("/v1/pools").status()).isEqualTo(200);
    assertThat(as("tarn.read", null).grant("vm.1", "h1", "p", 1).status()).isEqualTo(403);
    assertThat(as("tarn.read", null).withdraw("vm.1").status()).isEqualTo(403);
    assertThat(as("tarn.place", null).put("/v1/pools/p", new PoolSpec(4, EMCS.uri("p"))).status())
        .isEqualTo(403);
    for (String path : List.of("/v1/pools/p/fail", "/v1/pools/p/replace", "/v1/hosts/h1/fence")) {
      for (Api other :
          List.of(as("tarn.read", null), as("tarn.place", null), as("tarn.agent", "h1"))) {
        assertThat(other.call("POST", path, Map.of("reason", "r")).status()).isEqualTo(403);
      }
    }
    assertThat(as("tarn.place", null).call("POST", "/v1/audit/repairs", Map.of()).status())
        .isEqualTo(403);
    assertThat(as("tarn.agent", "h1").call("DELETE", "/v1/hosts/h1/fence", null).status())
        .isEqualTo(403);
    assertThat(as("tarn.read", null).get("/v1/pools/p/audit").status()).isEqualTo(200);
    assertThat(as("tarn.agent", "h1").get("/v1/pools").status()).isEqualTo(403);
    assertThat(as("tarn.place", null).get("/v1/hosts/h1/commands").status()).isEqualTo(403);
    assertThat(as("tarn.place", null).withdraw("idvm.1").status()).isEqualTo(200);
  }

  @Test
  void agent_actsForItsOwnHostOnly() {
    Api agent = as("tarn.agent", "h1");
    assertThat(new Agent(agent, "h1").boot(1).poolable()).isTrue();
    assertThat(agent.put("/v1/hosts/h2/boot", new Agent(agent, "h2").report(1)).status())
        .isEqualTo(403);
    assertThat(agent.get("/v1/hosts/h2/commands").status()).isEqualTo(403);
    Observation seen = Agent.observation("p", new SliceRef(0, 1), Seen.ONLINE, null);
    assertThat(new Agent(agent, "h2").acks(List.of(seen)).status()).isEqualTo(403);
  }

  @Test
  void operations_areOrderedByPlacersAndSeenByTheirHost() {
    String one = "/v1/hosts/h1/operations/o1";
    Map<String, Object> copy =
        Map.of(
            "kind", "COPY", "vmId", "x", "grantId", "x.1", "memoryMiB", 1, "deadlineMillis", 5000);
    for (Api may : List.of(as("tarn.place", null), as("tarn.admin", null))) {
      assertThat(may.put(one, copy).code()).isEqualTo("grant-not-live");
      assertThat(may.call("DELETE", one, null).status()).isEqualTo(404);
    }
    for (Api other : List.of(as("tarn.read", null), as("tarn.agent", "h1"))) {
      assertThat(other.put(one, copy).status()).isEqualTo(403);
      assertThat(other.call("DELETE", one, null).status()).isEqualTo(403);
      assertThat(other.get(one).status()).isEqualTo(404);
      assertThat(other.get("/v1/hosts/h1/operations").status()).isEqualTo(200);
    }
    assertThat(as("tarn.place", null).get("/v1/hosts/h1/operations").status()).isEqualTo(403);
    assertThat(as("tarn.agent", "h1").get("/v1/hosts/h2/operations").status()).isEqualTo(403);
    assertThat(as("tarn.agent", "h1").get("/v1/hosts/h2/operations/o1").status()).isEqualTo(403);
  }

  @Test
  void agent_waitsForItsCommands() {
    Api agent = as("tarn.agent", "h2");
    new Agent(agent, "h2").boot(1);
    assertThat(agent.get("/v1/hosts/h2/commands?waitMillis=200").as(CommandPage.class).next())
        .isZero();
    as("tarn.place", null).grant("waits.1", "h2", "p", 1);
    assertThat(agent.get("/v1/hosts/h2/commands?waitMillis=10000").as(CommandPage.class).commands())
        .hasSize(1);
  }

  private static Api as(String scope, @Nullable String host) {
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer("https://issuer")
            .audience("tarn")
            .subject("test")
            .claim("scope", scope)
            .expirationTime(Date.from(Instant.now().plusSeconds(600)));
    if (host != null) {
      claims.claim("tarn_host", host);
    }
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("k1").build(), claims.build());
    try {
      token.sign(new RSASSASigner(key));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
    return replica.api().with(token.serialize());
  }
}
