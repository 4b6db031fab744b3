package io.tarn.local.identity;

import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The files with which services of a secured stack know each other.
 *
 * @param folder where they are
 */
public record IdentityFiles(Path folder) {

  /** How long the tokens of services are good for; every start makes new ones. */
  private static final Duration LIFETIME = Duration.ofDays(30);

  /**
   * Writes the tokens of the services and of every host's agent.
   *
   * @throws CannotStart when they cannot be written
   */
  public void write(SigningKey key, List<String> hosts) throws CannotStart {
    try {
      Files.createDirectories(agents());
      writeToken(
          scheduler(), key.token("scheduler", Scopes.READ + " " + Scopes.PLACE, null, LIFETIME));
      for (String host : hosts) {
        writeToken(
            agents().resolve(host + ".jwt"),
            key.token("agent of " + host, Scopes.AGENT, host, LIFETIME));
      }
    } catch (IOException e) {
      throw new CannotStart("Tokens cannot be written to " + folder + ": " + e, e);
    }
  }

  /** The settings that make a service ask for tokens. */
  public Map<String, String> settings() {
    return Map.of(
        "TARN_IDENTITY_ISSUER", SigningKey.ISSUER,
        "TARN_IDENTITY_AUDIENCE", SigningKey.AUDIENCE,
        "TARN_IDENTITY_JWKSURI", SigningKey.jwks(folder).toUri().toString());
  }

  /** The scheduler's token. */
  public Path scheduler() {
    return folder.resolve("scheduler.token");
  }

  /** The folder with one token for each host's agent. */
  public Path agents() {
    return folder.resolve("agents");
  }

  private static void writeToken(Path file, String token) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    Files.deleteIfExists(draft);
    Files.createFile(
        draft, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(draft, token.getBytes(StandardCharsets.US_ASCII));
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Whether a stack in this folder was secured. */
  public boolean present() {
    return Json.read(SigningKey.jwks(folder), Map.class).isPresent();
  }
}
