package io.tarn.chassis.edge;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;

/** Tokens of an issuer, good and bad. */
final class Tokens {

  static final String ISSUER = "https://issuer.example";
  static final String AUDIENCE = "tarn";

  private Tokens() {}

  static ECKey ecKey(String id) {
    try {
      return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  static RSAKey rsaKey(String id) {
    try {
      return new RSAKeyGenerator(2048).keyID(id).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The public keys as an issuer publishes them. */
  static String jwks(JWK... keys) {
    return new JWKSet(List.of(keys)).toString();
  }

  /** Claims of a good token. */
  static JWTClaimsSet.Builder claims(String scopes) {
    return new JWTClaimsSet.Builder()
        .subject("somebody")
        .issuer(ISSUER)
        .audience(AUDIENCE)
        .expirationTime(in(Duration.ofMinutes(5)))
        .claim("scope", scopes);
  }

  static Date in(Duration time) {
    return Date.from(Instant.now().plus(time));
  }

  static String signed(ECKey key, JWTClaimsSet.Builder claims) throws JOSEException {
    return signed(JWSAlgorithm.ES256, key, new ECDSASigner(key), claims);
  }

  static String signed(RSAKey key, JWTClaimsSet.Builder claims) throws JOSEException {
    return signed(JWSAlgorithm.RS256, key, new RSASSASigner(key), claims);
  }

  /** Signed with what everybody knows: the public key as a shared secret. */
  static String signedWithPublicKey(RSAKey key, JWTClaimsSet.Builder claims) throws JOSEException {
    return signed(JWSAlgorithm.HS256, key, new MACSigner(key.toPublicKey().getEncoded()), claims);
  }

  static String unsigned(JWTClaimsSet.Builder claims) {
    return new PlainJWT(claims.build()).serialize();
  }

  private static String signed(
      JWSAlgorithm algorithm, JWK key, JWSSigner signer, JWTClaimsSet.Builder claims)
      throws JOSEException {
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build(), claims.build());
    token.sign(signer);
    return token.serialize();
  }
}
