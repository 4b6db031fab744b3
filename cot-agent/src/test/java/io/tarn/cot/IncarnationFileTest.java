package io.tarn.cot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IncarnationFileTest {

  @TempDir private Path directory;

  private long next(long nowMillis) throws IOException {
    try (IncarnationFile file = IncarnationFile.open(directory.resolve("new"), "fe-1")) {
      return file.next(nowMillis);
    }
  }

  @Test
  void incarnation_risesWhateverTheClockDoes() throws IOException {
    assertThat(next(1_000)).isEqualTo(1_000);
    assertThat(next(2_000)).isEqualTo(2_000);
    assertThat(next(2_000)).isEqualTo(2_001);
    assertThat(next(5)).isEqualTo(2_002);
    assertThat(next(3_000)).isEqualTo(3_000);
  }

  @Test
  void writeCutShort_leavesTheOneBefore() throws IOException {
    next(1_000);
    next(2_000);
    Path file = directory.resolve("new/fe-1.incarnation");
    // the third goes over the first, the older; its bytes arrive in part
    byte[] bytes = Files.readAllBytes(file);
    bytes[19] = 0;
    Files.write(file, bytes);
    assertThat(next(5)).isEqualTo(2_001);
  }

  @Test
  void secondProcess_isRefused() throws IOException {
    try (IncarnationFile first = IncarnationFile.open(directory, "fe-1")) {
      first.next(1);
      assertThatIOException()
          .isThrownBy(() -> IncarnationFile.open(directory, "fe-1"))
          .withMessageContaining("is this front end running twice?");
      IncarnationFile.open(directory, "fe-2").close();
    }
  }

  @Test
  void damagedFile_isRefused() throws IOException {
    Files.writeString(directory.resolve("fe-1.incarnation"), "this is no number..\n");
    try (IncarnationFile file = IncarnationFile.open(directory, "fe-1")) {
      assertThatIOException().isThrownBy(() -> file.next(1)).withMessageContaining("is damaged");
    }
  }

  @Test
  void open_whereNoDirectoryCanBe_saysWhich() throws IOException {
    Path file = Files.createFile(directory.resolve("a-file"));
    assertThatIOException()
        .isThrownBy(() -> IncarnationFile.open(file, "fe-1"))
        .withMessageContaining("the state directory " + file + " cannot be made or written");
  }
}
