package io.tarn.chart;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;

/** An issuer of tokens, as the values of {@link Values#least} name it. */
record LocalIssuer(ECKey key) {

  private static final Duration LIFETIME = Duration.ofMinutes(10);

  static LocalIssuer make() throws JOSEException {
    return new LocalIssuer(new ECKeyGenerator(Curve.P_256).keyID("one").generate());
  }

  /** Its public keys. */
  String jwks() {
    return new JWKSet(key).toString();
  }

  /** A token of some scopes. */
  String token(String scopes) throws JOSEException {
    return signed(claims(scopes).build());
  }

  /** The token of a host's agent. */
  String agentToken(String host) throws JOSEException {
    return signed(claims("tarn.agent").claim("tarn_host", host).build());
  }

  private static JWTClaimsSet.Builder claims(String scopes) {
    return new JWTClaimsSet.Builder()
        .subject("a test")
        .issuer("https://issuer.example")
        .audience("tarn")
        .expirationTime(Date.from(Instant.now().plus(LIFETIME)))
        .claim("scope", scopes);
  }

  private String signed(JWTClaimsSet claims) throws JOSEException {
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(key.getKeyID()).build(), claims);
    token.sign(new ECDSASigner(key));
    return token.serialize();
  }
}
