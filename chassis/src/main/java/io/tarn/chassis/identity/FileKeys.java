package io.tarn.chassis.identity;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Public keys in a file; read anew at every use, since whoever mounts the file renews it. */
final class FileKeys implements JWKSource<SecurityContext> {

  private final Path file;

  FileKeys(Path file) {
    this.file = file;
  }

  @Override
  public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context)
      throws KeySourceException {
    return selector.select(keys());
  }

  /** Reads the keys. */
  JWKSet keys() throws KeySourceException {
    try {
      return JWKSet.parse(Files.readString(file));
    } catch (IOException | ParseException e) {
      throw new KeySourceException("tarn.identity.jwks-uri cannot be read: " + file, e);
    }
  }
}
