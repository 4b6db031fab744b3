package io.tarn.scheduler;

import static io.tarn.scheduler.testing.Bodies.host;
import static io.tarn.scheduler.testing.Bodies.vm;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import io.tarn.contracts.GrantId;
import io.tarn.scheduler.testing.Replica;
import io.tarn.scheduler.testing.Rest;
import io.tarn.scheduler.testing.Rest.Reply;
import io.tarn.scheduler.testing.TestPoolManager;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may do what, and where the service may listen. */
class IdentityIT {

  private static final String KEY = "test-key";

  @TempDir private Path folder;

  @Test
  void bindingBeyondLoopback_withoutAuthentication_namesTheProperty() {
    TestDatabase database = TestDatabase.fresh();
    assertThatThrownBy(
            () ->
                Replica.unsettled(
                        database, "http://127.0.0.1:1", "identity-it", "--server.address=0.0.0.0")
                    .close())
        .rootCause()
        .hasMessageContaining("server.address is 0.0.0.0");
  }

  @Test
  void scopes_decideWhatATokenMayDo() throws Exception {
    RSAKey key = new RSAKeyGenerator(2048).keyID(KEY).generate();
    Path jwks = folder.resolve("jwks.json");
    Files.writeString(jwks, new JWKSet(key.toPublicJWK()).toString());
    try (TestPoolManager poolManager = TestPoolManager.start();
        Replica replica =
            Replica.unsettled(
                TestDatabase.fresh(),
                poolManager.url(),
                "identity-it",
                "--tarn.placement.policy=static:25",
                "--tarn.identity.issuer=tests",
                "--tarn.identity.audience=tarn",
                "--tarn.identity.jwks-uri=" + jwks.toUri())) {
      poolManager.pools().pool("p1", 64, "h1");
      Rest nobody = replica.rest();
      Rest reader = nobody.as(token(key, "tarn.read"));
      Rest placer = nobody.as(token(key, "tarn.place"));
      Rest admin = nobody.as(token(key, "tarn.admin"));
      Rest agent = nobody.as(token(key, "tarn.agent"));

      assertThat(nobody.get("/v1/vms").status()).isEqualTo(401);
      assertThat(nobody.get("/v1/vms").text("/code")).isEqualTo("unauthenticated");
      assertThat(nobody.get("/actuator/health/readiness").status()).isEqualTo(200);
      assertThat(nobody.get("/actuator/prometheus").status()).isEqualTo(401);
      assertThat(agent.get("/v1/vms").status()).isEqualTo(403);
      assertThat(placer.put("/v1/hosts/h1", host(16, 65536, "p1")).status()).isEqualTo(403);
      assertThat(admin.put("/v1/hosts/h1", host(16, 65536, "p1")).status()).isEqualTo(201);
      assertThat(reader.post("/v1/vms", vm("a", 1, 1024)).text("/code")).isEqualTo("forbidden");
      assertThat(reader.get("/v1/hosts/h1").status()).isEqualTo(200);
      replica.as(admin).awaitPoolView();

      assertThat(placer.post("/v1/vms", vm("a", 2, 16384)).status()).isEqualTo(201);
      poolManager.pools().online(new GrantId("a", 1));
      // an answer that comes later is given under the same token
      Reply ready = reader.get("/v1/vms/a?wait=READY&waitMillis=20000");
      assertThat(ready.status()).isEqualTo(200);
      assertThat(ready.text("/state")).isEqualTo("READY");
      assertThat(reader.delete("/v1/vms/a").status()).isEqualTo(403);
      assertThat(placer.delete("/v1/vms/a").status()).isEqualTo(200);
    }
  }

  @Test
  void keyWithoutName_belongsToItsSubject() throws Exception {
    RSAKey key = new RSAKeyGenerator(2048).keyID(KEY).generate();
    Path jwks = folder.resolve("jwks.json");
    Files.writeString(jwks, new JWKSet(key.toPublicJWK()).toString());
    try (TestPoolManager poolManager = TestPoolManager.start();
        Replica replica =
            Replica.unsettled(
                TestDatabase.fresh(),
                poolManager.url(),
                "identity-it",
                "--tarn.identity.issuer=tests",
                "--tarn.identity.audience=tarn",
                "--tarn.identity.jwks-uri=" + jwks.toUri())) {
      Rest alice = replica.rest().as(token(key, "alice", "tarn.admin"));
      Rest bob = replica.rest().as(token(key, "bob", "tarn.place"));
      assertThat(alice.put("/v1/hosts/h1", host(16, 65536)).status()).isEqualTo(201);
      String body = "{\"vcpus\":1,\"memoryMiB\":1024}";
      String hers = alice.post("/v1/vms", body, "Idempotency-Key", "k").text("/vmId");
      String his = bob.post("/v1/vms", body, "Idempotency-Key", "k").text("/vmId");
      assertThat(hers).startsWith("vm-").isNotEqualTo(his);
      assertThat(alice.post("/v1/vms", body, "Idempotency-Key", "k").text("/vmId")).isEqualTo(hers);
    }
  }

  private static String token(RSAKey key, String scope) throws JOSEException {
    return token(key, "tester", scope);
  }

  private static String token(RSAKey key, String subject, String scope) throws JOSEException {
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer("tests")
            .audience("tarn")
            .subject(subject)
            .claim("scope", scope)
            .expirationTime(Date.from(Instant.now().plus(Duration.ofMinutes(10))))
            .build();
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(), claims);
    token.sign(new RSASSASigner(key));
    return token.serialize();
  }
}
