package io.tarn.chassis.identity;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/** Makes the decoder that checks a token's signature, times, issuer and audience. */
final class TokenDecoders {

  private TokenDecoders() {}

  static JwtDecoder decoder(IdentityProperties identity) {
    URI keys = Objects.requireNonNull(identity.jwksUri());
    NimbusJwtDecoder decoder =
        "file".equals(keys.getScheme()) ? ofFile(Path.of(keys)) : ofServer(keys);
    decoder.setJwtValidator(
        validator(
            Objects.requireNonNull(identity.issuer()),
            Objects.requireNonNull(identity.audience())));
    return decoder;
  }

  private static NimbusJwtDecoder ofServer(URI keys) {
    return NimbusJwtDecoder.withJwkSetUri(keys.toString())
        .jwsAlgorithms(
            algorithms -> {
              algorithms.add(SignatureAlgorithm.RS256);
              algorithms.add(SignatureAlgorithm.ES256);
            })
        .build();
  }

  private static NimbusJwtDecoder ofFile(Path file) {
    FileKeys keys = new FileKeys(file);
    try {
      keys.keys();
    } catch (KeySourceException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    processor.setJWSKeySelector(
        new JWSVerificationKeySelector<>(Set.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256), keys));
    // times, issuer and audience are the validator's
    processor.setJWTClaimsSetVerifier((claims, context) -> {});
    return new NimbusJwtDecoder(processor);
  }

  private static OAuth2TokenValidator<Jwt> validator(String issuer, String audience) {
    return new DelegatingOAuth2TokenValidator<>(
        List.of(
            JwtValidators.createDefaultWithIssuer(issuer),
            // the default lets a token without an end pass
            new JwtClaimValidator<Instant>(JwtClaimNames.EXP, Objects::nonNull),
            new JwtClaimValidator<List<String>>(
                JwtClaimNames.AUD, named -> named != null && named.contains(audience))));
  }
}
