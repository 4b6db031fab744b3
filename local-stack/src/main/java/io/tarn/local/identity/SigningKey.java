package io.tarn.local.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Signs tokens for evaluation. The key is made once and kept for its owner alone; services check
 * tokens against the file with its public half.
 */
public final class SigningKey {

  /** The issuer of all its tokens. */
  public static final String ISSUER = "https://tarn.local/identity";

  /** The audience of all its tokens. */
  public static final String AUDIENCE = "tarn";

  private static final int BITS = 2048;

  private final RSAKey key;
  private final Clock clock;

  private SigningKey(RSAKey key, Clock clock) {
    this.key = key;
    this.clock = clock;
  }

  /**
   * Reads the key of a folder, or makes one and writes the file with its public half.
   *
   * @throws CannotStart when the folder cannot be used
   */
  public static SigningKey in(Path folder, Clock clock) throws CannotStart {
    Path file = folder.resolve("key.json");
    try {
      if (!Files.exists(file)) {
        RSAKey made =
            new RSAKeyGenerator(BITS)
                .keyID(UUID.randomUUID().toString())
                .keyUse(KeyUse.SIGNATURE)
                .algorithm(JWSAlgorithm.RS256)
                .generate();
        Json.write(jwks(folder), new JWKSet(made).toPublicJWKSet().toJSONObject());
        Json.writeSecret(file, made.toJSONObject());
      }
      return new SigningKey(RSAKey.parse(Files.readString(file)), clock);
    } catch (IOException | JOSEException | ParseException e) {
      throw new CannotStart("The signing key in " + folder + " cannot be used: " + e, e);
    }
  }

  /** The file with the public half of a folder's key. */
  public static Path jwks(Path folder) {
    return folder.resolve("jwks.json");
  }

  /**
   * Makes a token.
   *
   * @param subject who it is for
   * @param scopes separated by blanks
   * @param host the host whose agent it is for; absent for others
   * @param lifetime how long it is good for
   */
  public String token(String subject, String scopes, @Nullable String host, Duration lifetime) {
    Instant now = clock.instant();
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer(ISSUER)
            .audience(AUDIENCE)
            .subject(subject)
            .jwtID(UUID.randomUUID().toString())
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plus(lifetime)))
            .claim("scope", scopes);
    if (host != null) {
      claims.claim("tarn_host", host);
    }
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(),
            claims.build());
    try {
      token.sign(new RSASSASigner(key));
    } catch (JOSEException e) {
      throw new IllegalStateException("a key of its own does not sign", e);
    }
    return token.serialize();
  }
}
