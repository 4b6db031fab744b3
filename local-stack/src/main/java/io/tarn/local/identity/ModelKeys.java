package io.tarn.local.identity;

import io.tarn.local.home.CannotStart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;

/**
 * The key that the trainer signs models with, made once and kept for its owner alone, and its
 * public half, with which schedulers check them.
 *
 * @param folder where both are
 */
public record ModelKeys(Path folder) {

  private static final int LINE = 64;

  /** The file of the key. */
  public Path privateKey() {
    return folder.resolve("signing-key.pem");
  }

  /** The file of its public half. */
  public Path publicKey() {
    return folder.resolve("public-key.pem");
  }

  /**
   * Makes both, unless they are there.
   *
   * @throws CannotStart when they cannot be written
   */
  public void make() throws CannotStart {
    if (Files.exists(privateKey())) {
      return;
    }
    try {
      KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      Files.createDirectories(folder);
      Files.writeString(publicKey(), pem("PUBLIC KEY", pair.getPublic().getEncoded()));
      Path draft = folder.resolve("signing-key.draft");
      Files.deleteIfExists(draft);
      Files.createFile(
          draft,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(draft, pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
      // last: whoever finds it finds both
      Files.move(draft, privateKey());
    } catch (IOException | GeneralSecurityException e) {
      throw new CannotStart("The key of models in " + folder + " cannot be made: " + e, e);
    }
  }

  private static String pem(String label, byte[] encoded) {
    String body =
        Base64.getMimeEncoder(LINE, "\n".getBytes(StandardCharsets.US_ASCII))
            .encodeToString(encoded);
    return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
  }
}
