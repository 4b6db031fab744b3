package io.tarn.local.identity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.model.SigningKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelKeysTest {

  @TempDir Path folder;

  @Test
  void make_bothHalvesBelongTogether_andAreMadeOnce() throws Exception {
    ModelKeys keys = new ModelKeys(folder.resolve("models"));
    keys.make();
    String key = Files.readString(keys.privateKey());
    byte[] signed = SigningKeys.sign(SigningKeys.privateKey(key), "a".getBytes(UTF_8));
    assertThat(
            SigningKeys.verify(
                SigningKeys.publicKey(Files.readString(keys.publicKey())),
                "a".getBytes(UTF_8),
                signed))
        .isTrue();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(keys.privateKey())))
        .isEqualTo("rw-------");
    keys.make();
    assertThat(Files.readString(keys.privateKey())).isEqualTo(key);
  }
}
