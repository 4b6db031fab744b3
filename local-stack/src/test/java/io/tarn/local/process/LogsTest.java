package io.tarn.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogsTest {

  @TempDir Path folder;

  @Test
  void rotate_keepsTheLastThree() throws IOException {
    Path log = folder.resolve("x.log");
    for (int run = 1; run <= 5; run++) {
      Files.writeString(log, "run " + run);
      Logs.rotate(log);
    }
    assertThat(log).doesNotExist();
    assertThat(folder.resolve("x.log.1")).hasContent("run 5");
    assertThat(folder.resolve("x.log.3")).hasContent("run 3");
    assertThat(folder.resolve("x.log.4")).doesNotExist();
  }

  @Test
  void tail_givesTheLastLines() throws IOException {
    Path log = Files.writeString(folder.resolve("x.log"), "a\nb\nc\n");
    assertThat(Logs.tail(log, 2)).containsExactly("b", "c");
    assertThat(Logs.tail(folder.resolve("none.log"), 2)).isEmpty();
  }

  @Test
  void diskFull_isSeenInTheLog() throws IOException {
    Path log = Files.writeString(folder.resolve("x.log"), "all is well\n");
    assertThat(Logs.diskFull(log)).isFalse();
    Files.writeString(log, "PANIC: could not write: No space left on device\n");
    assertThat(Logs.diskFull(log)).isTrue();
  }
}
