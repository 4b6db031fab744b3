package io.tarn.chassis.identity;

import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Who may call this service, and as whom it calls others.
 *
 * @param issuer the {@code iss} that tokens must have
 * @param audience the {@code aud} that tokens must have
 * @param jwksUri the issuer's public keys: an http(s) or file URI
 * @param tokenFile a file with the token that this service sends to others, read at every use
 */
@ConfigurationProperties("tarn.identity")
public record IdentityProperties(
    @Nullable String issuer,
    @Nullable String audience,
    @Nullable URI jwksUri,
    @Nullable Path tokenFile) {

  private static final Set<String> SCHEMES = Set.of("http", "https", "file");

  /** Checks that authentication is configured wholly or not at all; what is empty is not set. */
  public IdentityProperties {
    issuer = set(issuer);
    audience = set(audience);
    jwksUri = jwksUri == null || jwksUri.toString().isBlank() ? null : jwksUri;
    tokenFile = tokenFile == null || tokenFile.toString().isBlank() ? null : tokenFile;
    if (jwksUri != null && !SCHEMES.contains(String.valueOf(jwksUri.getScheme()))) {
      throw new IllegalArgumentException(
          "tarn.identity.jwks-uri is " + jwksUri + ", accepted: an http, https or file URI");
    }
    boolean any = issuer != null || audience != null || jwksUri != null;
    require(any, issuer, "tarn.identity.issuer");
    require(any, audience, "tarn.identity.audience");
    require(any, jwksUri, "tarn.identity.jwks-uri");
  }

  /** Whether callers must show a token. */
  public boolean authenticates() {
    return issuer != null;
  }

  private static @Nullable String set(@Nullable String value) {
    return value == null || value.isBlank() ? null : value;
  }

  private static void require(boolean any, @Nullable Object value, String property) {
    if (any && value == null) {
      throw new IllegalArgumentException(
          property
              + " is not set; tarn.identity.issuer, audience and jwks-uri are set together or not"
              + " at all");
    }
  }
}
