package io.tarn.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTableTest {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @TempDir Path folder;

  private Process child;

  @BeforeEach
  void startChild() throws IOException {
    child =
        Launcher.start(
            new ProcessSpec(
                "toy",
                List.of("sh", "-c", "exec sleep 600"),
                Map.of(),
                folder.resolve("toy.log"),
                StopSignal.TERM));
  }

  @AfterEach
  void endChild() {
    child.destroyForcibly();
  }

  @Test
  void endLeftovers_endsWhatAnEarlierTableRecorded() throws Exception {
    Path file = folder.resolve("processes.json");
    new ProcessTable(file).started("toy", StartedProcess.of(child.toHandle(), StopSignal.TERM));
    assertThat(new ProcessTable(file).endLeftovers(PATIENCE)).containsExactly("toy");
    assertThat(child.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(new ProcessTable(file).endLeftovers(PATIENCE)).isEmpty();
  }

  @Test
  void endLeftovers_leavesAProcessThatGotThePidLater() throws Exception {
    Path file = folder.resolve("processes.json");
    long start = child.info().startInstant().orElseThrow().toEpochMilli();
    StartedProcess earlier = new StartedProcess(child.pid(), start - 60_000, StopSignal.TERM);
    new ProcessTable(file).started("toy", earlier);
    assertThat(new ProcessTable(file).endLeftovers(PATIENCE)).isEmpty();
    assertThat(child.isAlive()).isTrue();
  }

  @Test
  void endLeftovers_leavesWhatWasRecordedAsEnded() throws Exception {
    Path file = folder.resolve("processes.json");
    ProcessTable table = new ProcessTable(file);
    table.started("toy", StartedProcess.of(child.toHandle(), StopSignal.TERM));
    table.ended("toy");
    assertThat(new ProcessTable(file).endLeftovers(PATIENCE)).isEmpty();
    assertThat(child.isAlive()).isTrue();
  }

  @Test
  void endLeftovers_ofNoFileIsNothing() throws IOException {
    assertThat(new ProcessTable(folder.resolve("none.json")).endLeftovers(PATIENCE)).isEmpty();
  }
}
