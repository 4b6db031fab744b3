package io.tarn.agent.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Tokens in files named {@code <hostId>.jwt}.
 *
 * @param directory where they lie
 */
public record TokenFiles(Path directory) implements Tokens {

  @Override
  public Optional<String> token(String hostId) throws IOException {
    Path file = directory.resolve(hostId + ".jwt");
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (IOException e) {
      throw new IOException("the token file " + file + " cannot be read", e);
    }
  }
}
