package io.tarn.local.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.local.process.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * What the system says of a process is in its third field of {@code /proc/PID/stat}: T, stopped.
 */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class PausesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Pauses pauses = new Pauses();
  private Process parent;
  private ProcessHandle child;

  @BeforeEach
  void startToy() throws Exception {
    parent = new ProcessBuilder("sh", "-c", "sleep 600 & wait").start();
    assertThat(Patience.await(PATIENCE, () -> parent.descendants().findAny().isPresent())).isTrue();
    child = parent.descendants().findFirst().orElseThrow();
  }

  @AfterEach
  void endToy() {
    pauses.close();
    child.destroyForcibly();
    parent.destroyForcibly();
  }

  @Test
  void stop_stopsAProcessAndItsChildrenUntilItIsClosed() throws Exception {
    try (Pauses.Pause pause = pauses.stop(parent.toHandle())) {
      assertThat(pause).isNotNull();
      assertThat(stopped(parent.pid())).isTrue();
      assertThat(Patience.await(PATIENCE, () -> stopped(child.pid()))).isTrue();
    }
    assertThat(Patience.await(PATIENCE, () -> !stopped(parent.pid()))).isTrue();
    assertThat(Patience.await(PATIENCE, () -> !stopped(child.pid()))).isTrue();
  }

  @Test
  void close_letsEverythingGoOn() throws Exception {
    pauses.stop(parent.toHandle());
    pauses.close();
    assertThat(Patience.await(PATIENCE, () -> !stopped(parent.pid()))).isTrue();
    assertThat(Patience.await(PATIENCE, () -> !stopped(child.pid()))).isTrue();
    assertThatThrownBy(() -> pauses.stop(parent.toHandle())).isInstanceOf(IOException.class);
  }

  @Test
  void killedWhileStopped_itsChildrenGoOn() throws Exception {
    Pauses.Pause pause = pauses.stop(parent.toHandle());
    assertThat(Patience.await(PATIENCE, () -> stopped(child.pid()))).isTrue();
    parent.destroyForcibly().waitFor();
    pause.close();
    assertThat(Patience.await(PATIENCE, () -> !stopped(child.pid()))).isTrue();
  }

  /** The process that paused them is killed: what it had stopped goes on all the same. */
  @Test
  void whoPausedIsKilled_everythingGoesOn() throws Exception {
    Process pauser =
        new ProcessBuilder(
                List.of(
                    Programs.java(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Pauser.class.getName(),
                    Long.toString(parent.pid())))
            .start();
    assertThat(Patience.await(PATIENCE, () -> stopped(parent.pid()) && stopped(child.pid())))
        .isTrue();
    pauser.destroyForcibly().waitFor();
    assertThat(Patience.await(PATIENCE, () -> !stopped(parent.pid()))).isTrue();
    assertThat(Patience.await(PATIENCE, () -> !stopped(child.pid()))).isTrue();
  }

  @Test
  void stop_ofAProcessThatIsGone() throws Exception {
    parent.destroyForcibly().waitFor();
    assertThatThrownBy(() -> pauses.stop(parent.toHandle()))
        .isInstanceOf(IOException.class)
        .hasMessage("process " + parent.pid() + " is gone");
  }

  private static boolean stopped(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
  }

  /** Pauses a process and waits for its own end. */
  static final class Pauser {

    private Pauser() {}

    public static void main(String[] arguments) throws Exception {
      new Pauses().stop(ProcessHandle.of(Long.parseLong(arguments[0])).orElseThrow());
      Thread.currentThread().join();
    }
  }
}
