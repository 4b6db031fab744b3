package io.tarn.local.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.db.ServiceSchema;
import io.tarn.local.home.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PasswordsTest {

  @TempDir Path folder;

  @Test
  void in_nothingThere_makesOneForEachAndKeepsThem() throws Exception {
    Path file = folder.resolve("passwords.json");
    Passwords made = Passwords.in(file);
    for (ServiceSchema service : ServiceSchema.values()) {
      assertThat(made.of(service.role())).hasSize(36);
    }
    assertThat(made.byUser().values()).doesNotHaveDuplicates();
    assertThat(Passwords.in(file)).isEqualTo(made);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void in_fileOfFewerServices_isCompleted() throws Exception {
    Path file = folder.resolve("passwords.json");
    Json.writeSecret(file, new Passwords(Map.of(Passwords.ADMIN, "old", "tarn_pool", "older")));
    Passwords completed = Passwords.in(file);
    assertThat(completed.of(Passwords.ADMIN)).isEqualTo("old");
    assertThat(completed.of("tarn_pool")).isEqualTo("older");
    assertThat(completed.of("tarn_trainer")).hasSize(36);
    assertThat(Passwords.in(file)).isEqualTo(completed);
  }
}
