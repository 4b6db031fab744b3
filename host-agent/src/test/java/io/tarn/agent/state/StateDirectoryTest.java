package io.tarn.agent.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.agent.host.HostState;
import io.tarn.agent.kernel.SliceId;
import io.tarn.agent.operation.HeldOperation;
import io.tarn.agent.operation.OperationContent;
import io.tarn.agent.probe.Progress;
import io.tarn.agent.probe.SteppedClock;
import io.tarn.agent.slice.BookContent;
import io.tarn.agent.slice.HeldSlice;
import io.tarn.agent.slice.Phase;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.OperationKind;
import io.tarn.contracts.pool.OperationReport;
import io.tarn.contracts.pool.OperationRequest;
import io.tarn.contracts.pool.OperationState;
import io.tarn.contracts.pool.SliceRef;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateDirectoryTest {

  @TempDir private Path directory;

  @Test
  void load_whatWasSaved_isTheSame() throws IOException {
    URI emc = URI.create("http://127.0.0.1:1/v1/emcs/p1");
    HostState state =
        new HostState(
            "h1",
            new BootReport("b1", 5, 128L << 20),
            Map.of(new SliceId("p1", 3), 8, new SliceId("p2", 0), 2),
            new BookContent(
                17,
                List.of(
                    new HeldSlice(new SliceId("p1", 3), 9, Phase.ONLINE, emc, 0, null),
                    new HeldSlice(new SliceId("p2", 0), 1, Phase.STUCK, emc, 63, "pinned")),
                Map.of(new SliceId("p1", 4), 6L),
                List.of(new Observation("p2", 0, 1, Seen.STUCK, 6, 8, "pinned"))),
            new OperationContent(
                List.of(
                    new HeldOperation(
                        "o1",
                        new OperationRequest(
                            OperationKind.COPY, "vm1", "vm1.1", null, null, 4096L, 60_000),
                        "p1",
                        List.of(new SliceRef(3, 9)),
                        1024)),
                List.of(
                    new OperationReport("o1", OperationState.RUNNING, 1024, null),
                    new OperationReport("o2", OperationState.FAILED, 7, "pinned"))));
    try (StateDirectory states = StateDirectory.open(directory)) {
      assertThat(states.load("h1")).isEmpty();
      states.save(HostState.firstBoot("h1", state.boot()));
      states.save(state);
    }
    try (StateDirectory states = StateDirectory.open(directory)) {
      assertThat(states.load("h1")).contains(state);
    }
  }

  @Test
  void load_fileOfAnEarlierVersion_knowsOfNoOperations() throws IOException {
    Files.writeString(
        directory.resolve("h1.json"),
        """
        {"format":1,"hostId":"h1","boot":{"bootId":"b1","bootedAtMillis":5,"blockBytes":134217728},
         "onlineBlocks":{},"position":17,"held":[],"released":{},"unreported":[]}
        """);
    try (StateDirectory states = StateDirectory.open(directory)) {
      assertThat(states.load("h1"))
          .get()
          .satisfies(
              state -> {
                assertThat(state.book().position()).isEqualTo(17);
                assertThat(state.operations()).isEqualTo(OperationContent.EMPTY);
              });
    }
  }

  @Test
  void loadProgress_whatWasSaved_isTheSame() throws IOException {
    Progress stepped = new Progress(3, 900, List.of(new SteppedClock.Step(100, 900)), null);
    Progress letGo = new Progress(4, 950, stepped.steps(), 940L);
    try (StateDirectory states = StateDirectory.open(directory)) {
      assertThat(states.loadProgress()).isEqualTo(Progress.NONE);
      states.saveProgress(stepped);
      assertThat(states.loadProgress()).isEqualTo(stepped);
      states.saveProgress(letGo);
      assertThat(states.loadProgress()).isEqualTo(letGo);
      Files.writeString(
          directory.resolve("telemetry!.json"),
          """
          {"incarnation":3,"readUntilMillis":900,"steps":[{"wallMillis":100,"shownMillis":900}]}
          """);
      assertThat(states.loadProgress()).as("of an earlier version").isEqualTo(stepped);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "null", "{}", "[]", "{\"format\":2}", "{\"format\":1}"})
  void load_unreadableFile_isRefusedAndKept(String content) throws IOException {
    Path file = directory.resolve("h1.json");
    Files.writeString(file, content);
    try (StateDirectory states = StateDirectory.open(directory)) {
      assertThatThrownBy(() -> states.load("h1"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot be read as the state of a simulated host");
    }
    assertThat(file).hasContent(content);
  }

  @Test
  void load_leftoverOfAnInterruptedSave_isTheStateBefore() throws IOException {
    HostState state = HostState.firstBoot("h1", new BootReport("b1", 5, 128L << 20));
    try (StateDirectory states = StateDirectory.open(directory)) {
      states.save(state);
      Files.writeString(directory.resolve("h1.json.tmp"), "{\"form");
      assertThat(states.load("h1")).contains(state);
      states.save(state);
      assertThat(states.load("h1")).contains(state);
    }
  }

  @Test
  void load_fileOfAnotherHost_isRefused() throws IOException {
    try (StateDirectory states = StateDirectory.open(directory)) {
      states.save(HostState.firstBoot("h1", new BootReport("b1", 5, 128L << 20)));
      Files.move(directory.resolve("h1.json"), directory.resolve("h2.json"));
      assertThatThrownBy(() -> states.load("h2")).hasMessageContaining("state of host h1");
    }
  }

  @Test
  void open_whileOpen_isRefused() throws IOException {
    try (StateDirectory first = StateDirectory.open(directory)) {
      assertThat(first.load("h1")).isEmpty();
      assertThatThrownBy(() -> StateDirectory.open(directory))
          .hasMessageContaining("other agents use the state directory");
    }
  }
}
