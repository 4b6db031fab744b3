package io.tarn.local.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.local.home.CannotStart;
import org.junit.jupiter.api.Test;

class PostgresProgramsTest {

  @Test
  void archive_isThatOfTheMachine() throws CannotStart {
    assertThat(PostgresPrograms.archive("Linux", "amd64")).isEqualTo("postgres-linux-x86_64.txz");
    assertThat(PostgresPrograms.archive("Linux", "aarch64")).isEqualTo("postgres-linux-arm_64.txz");
    assertThat(PostgresPrograms.class.getResource("/postgres-linux-arm_64.txz")).isNotNull();
  }

  @Test
  void archive_saysWhichMachinesAreServed() {
    assertThatThrownBy(() -> PostgresPrograms.archive("Mac OS X", "aarch64"))
        .isInstanceOf(CannotStart.class)
        .hasMessageContaining("Mac OS X on aarch64")
        .hasMessageContaining("Linux on amd64 or aarch64");
  }
}
