package io.tarn.local.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SigningKeyTest {

  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  @TempDir Path folder;

  @Test
  void token_isSignedByTheKeyInThePublicFile() throws Exception {
    String text =
        SigningKey.in(folder, CLOCK).token("me", "tarn.agent", "host-01", Duration.ofHours(2));
    SignedJWT token = SignedJWT.parse(text);
    JWKSet published = JWKSet.load(SigningKey.jwks(folder).toFile());
    assertThat(published.containsJWK(published.getKeys().get(0))).isTrue();
    assertThat(published.getKeys()).noneMatch(key -> key.isPrivate());
    assertThat(token.verify(new RSASSAVerifier(published.getKeys().get(0).toRSAKey()))).isTrue();
    JWTClaimsSet claims = token.getJWTClaimsSet();
    assertThat(claims.getIssuer()).isEqualTo(SigningKey.ISSUER);
    assertThat(claims.getAudience()).isEqualTo(List.of("tarn"));
    assertThat(claims.getStringClaim("scope")).isEqualTo("tarn.agent");
    assertThat(claims.getStringClaim("tarn_host")).isEqualTo("host-01");
    assertThat(claims.getExpirationTime().toInstant()).isEqualTo(NOW.plusSeconds(7200));
  }

  @Test
  void key_isMadeOnceAndKeptForItsOwner() throws Exception {
    SigningKey.in(folder, CLOCK);
    String made = Files.readString(folder.resolve("key.json"));
    SigningKey.in(folder, CLOCK);
    assertThat(folder.resolve("key.json")).hasContent(made);
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("key.json"))))
        .isEqualTo("rw-------");
  }

  @Test
  void files_haveATokenForEveryHost() throws Exception {
    IdentityFiles files = new IdentityFiles(folder);
    assertThat(files.present()).isFalse();
    files.write(SigningKey.in(folder, CLOCK), List.of("host-00", "host-01"));
    assertThat(files.present()).isTrue();
    String token = Files.readString(files.agents().resolve("host-01.jwt"));
    assertThat(SignedJWT.parse(token).getJWTClaimsSet().getStringClaim("tarn_host"))
        .isEqualTo("host-01");
  }
}
