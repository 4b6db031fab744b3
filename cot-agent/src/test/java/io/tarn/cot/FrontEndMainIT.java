package io.tarn.cot;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.chassis.testing.TestBus;
import io.tarn.chassis.testing.TopicTail;
import io.tarn.contracts.bus.FrontEndEpoch;
import io.tarn.contracts.codec.BusCodec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The front end as a process of its own, with a real broker. */
@Timeout(120)
class FrontEndMainIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int SIGTERM_CODE = 143;

  @TempDir private Path state;

  @Test
  void epochs_arriveInOrderAndLaterLivesHaveHigherIncarnations() throws Exception {
    try (TopicTail tail = TestBus.tail(BusCodec.COT_EPOCHS.topic())) {
      JsonNode first = result(start("it-1", "--accesses", "100000"), 0);
      JsonNode second = result(start("it-1", "--accesses", "20000"), 0);
      assertThat(second.get("incarnation").asLong())
          .isGreaterThan(first.get("incarnation").asLong());
      List<FrontEndEpoch> epochs = new ArrayList<>();
      long count = first.get("epochs").asLong() + second.get("epochs").asLong();
      for (ConsumerRecord<String, byte[]> record : tail.await("it-1", (int) count, PATIENCE)) {
        epochs.add(BusCodec.COT_EPOCHS.decode(record.value()));
      }
      isWhole(epochs, first);
      isWhole(epochs, second);
    }
  }

  @Test
  void sigterm_endsARunWithoutLengthAndLosesNoEpoch() throws Exception {
    try (TopicTail tail = TestBus.tail(BusCodec.COT_EPOCHS.topic())) {
      Process process = start("it-2", "--rate", "200000");
      tail.await("it-2", 5, PATIENCE);
      // not destroy(): it closes the stream that the result is read from
      process.toHandle().destroy();
      JsonNode result = result(process, SIGTERM_CODE);
      List<FrontEndEpoch> epochs = new ArrayList<>();
      for (ConsumerRecord<String, byte[]> record :
          tail.await("it-2", result.get("epochs").asInt(), PATIENCE)) {
        epochs.add(BusCodec.COT_EPOCHS.decode(record.value()));
      }
      isWhole(epochs, result);
    }
  }

  private static void isWhole(List<FrontEndEpoch> epochs, JsonNode result) {
    List<FrontEndEpoch> life =
        epochs.stream()
            .filter(epoch -> epoch.getIncarnation() == result.get("incarnation").asLong())
            .toList();
    long count = result.get("epochs").asLong();
    assertThat(result.get("acknowledgedEpochs").asLong()).isEqualTo(count);
    assertThat(life)
        .extracting(FrontEndEpoch::getEpoch)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, count).boxed().toList());
    assertThat(life).allMatch(epoch -> epoch.getBackEndsCount() == 8);
  }

  private Process start(String frontEnd, String... more) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                FrontEndMain.class.getName(),
                "--front-end",
                frontEnd,
                "--bootstrap-servers",
                TestBus.bootstrapServers(),
                "--keys",
                "10000",
                "--state",
                state.toString()));
    command.addAll(Arrays.asList(more));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private static JsonNode result(Process process, int code) throws Exception {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = out.readLine();
      assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(code);
      return JsonMapper.builder().build().readTree(line);
    } finally {
      process.destroyForcibly();
    }
  }
}
