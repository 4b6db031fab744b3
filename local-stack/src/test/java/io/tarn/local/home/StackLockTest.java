package io.tarn.local.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackLockTest {

  @TempDir Path folder;

  @Test
  void take_twiceNamesTheHolderAndWhatToDo() throws Exception {
    Home home = new Home(folder);
    try (StackLock lock = StackLock.take(home, "demo")) {
      assertThat(lock).isNotNull();
      assertThatThrownBy(() -> StackLock.take(home, "up"))
          .isInstanceOf(CannotStart.class)
          .hasMessageContaining("demo (pid " + ProcessHandle.current().pid() + ")")
          .hasMessageContaining("./tarn down");
    }
    StackLock.take(home, "up").close();
    assertThat(StackLock.holder(home)).isEmpty();
  }

  @Test
  void diskSpace_saysHowMuchIsNeeded() throws Exception {
    DiskSpace.check(folder, 1);
    assertThatThrownBy(() -> DiskSpace.check(folder, 1L << 40))
        .isInstanceOf(CannotStart.class)
        .hasMessageContaining("a stack needs " + (1L << 40) + " MiB");
  }
}
