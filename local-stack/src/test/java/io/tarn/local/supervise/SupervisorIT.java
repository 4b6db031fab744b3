package io.tarn.local.supervise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.local.home.CannotStart;
import io.tarn.local.process.ProcessSpec;
import io.tarn.local.process.ProcessTable;
import io.tarn.local.process.StopSignal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SupervisorIT {

  @TempDir Path folder;

  private Supervisor supervisor;

  @BeforeEach
  void makeSupervisor() {
    supervisor = new Supervisor(new ProcessTable(folder.resolve("processes.json")));
  }

  @AfterEach
  void stop() {
    supervisor.stop();
  }

  @Test
  void kill_isFollowedByARestart() throws Exception {
    supervisor.start(toy("toy", "touch " + ready("toy") + "; exec sleep 600"));
    supervisor.awaitReady("toy");
    long before = status("toy").pid();
    supervisor.kill("toy");
    assertThat(status("toy").pid()).isNotEqualTo(before).isPositive();
    assertThat(status("toy").restarts()).isEqualTo(1);
    assertThat(ProcessHandle.of(before).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void stop_endsChildrenForGood() throws Exception {
    supervisor.start(toy("toy", "touch " + ready("toy") + "; exec sleep 600"));
    supervisor.awaitReady("toy");
    long pid = status("toy").pid();
    supervisor.stop();
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    assertThat(status("toy").state()).isEqualTo(ServiceState.STOPPED);
    assertThatThrownBy(() -> supervisor.start(toy("late", "exit 0")))
        .isInstanceOf(CannotStart.class);
  }

  @Test
  void awaitReady_tellsWhyAServiceKeepsDying() throws Exception {
    supervisor.start(toy("toy", "echo the port is taken; exit 7"));
    assertThatThrownBy(() -> supervisor.awaitReady("toy"))
        .isInstanceOf(CannotStart.class)
        .hasMessageContaining("toy keeps dying (ended with code 7)")
        .hasMessageContaining("the port is taken");
  }

  @Test
  void restart_ofThePlainNameMeansEveryReplica() throws Exception {
    for (String name : List.of("toy", "toy-2", "toy-other")) {
      supervisor.start(toy(name, "touch " + ready(name) + "; exec sleep 600"));
      supervisor.awaitReady(name);
    }
    assertThat(supervisor.restart("toy")).containsExactly("toy", "toy-2");
    assertThat(supervisor.restart("none")).isEmpty();
  }

  @Test
  void control_obeysOnlyWhoKnowsTheToken() throws Exception {
    AtomicReference<String> ordered = new AtomicReference<>("");
    Path file = folder.resolve("run/control.json");
    try (ControlServer server =
        ControlServer.start(
            file,
            () -> new StatusReport(true, 1, "ready", List.of(), Map.of("a", "b")),
            service -> {
              ordered.set(service);
              return service.equals("toy") ? List.of("toy") : List.of();
            },
            () -> ordered.set("stop"))) {
      assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
      ControlClient client = ControlClient.of(new io.tarn.local.home.Home(folder)).orElseThrow();
      assertThat(client.status().urls()).containsEntry("a", "b");
      assertThat(client.restart("toy")).containsExactly("toy");
      assertThat(client.restart("none")).isEmpty();
      assertThat(server).isNotNull();
    }
    assertThat(file).doesNotExist();
  }

  private ServiceStatus status(String name) {
    return supervisor.statuses().stream()
        .filter(status -> status.service().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private Path ready(String name) {
    return folder.resolve(name + ".ready");
  }

  private Service toy(String name, String script) {
    return new Service(
        new ProcessSpec(
            name,
            List.of("sh", "-c", script),
            Map.of(),
            folder.resolve(name + ".log"),
            StopSignal.TERM),
        0,
        () -> Files.exists(ready(name)),
        false);
  }
}
