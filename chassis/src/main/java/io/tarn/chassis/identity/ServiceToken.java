package io.tarn.chassis.identity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The token that this service sends to others; read at every use, since whoever mounts it renews
 * it.
 */
public final class ServiceToken {

  private final @Nullable Path file;

  /**
   * @param file holds the token; {@code null}: none is sent
   */
  public ServiceToken(@Nullable Path file) {
    this.file = file;
  }

  /**
   * The token as it is now.
   *
   * @throws UncheckedIOException when the file cannot be read
   * @throws IllegalStateException when it is empty
   */
  public Optional<String> current() {
    if (file == null) {
      return Optional.empty();
    }
    String token;
    try {
      token = Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("tarn.identity.token-file cannot be read: " + file, e);
    }
    if (token.isEmpty()) {
      throw new IllegalStateException("tarn.identity.token-file is empty: " + file);
    }
    return Optional.of(token);
  }
}
