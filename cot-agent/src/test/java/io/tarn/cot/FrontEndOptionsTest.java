package io.tarn.cot;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.cot.frontend.RunLimits;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FrontEndOptionsTest {

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return new CommandLine(new FrontEndMain())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--front-end | a/b | 1 to 63 letters",
        "--backends | 0 | 1..1024",
        "--zipf | -1 | 0.0..5.0",
        "--zipf | NaN | 0.0..5.0",
        "--keys | 0 | 1..100000000",
        "--updates | 1.5 | 0.0..1.0",
        "--target | 1 | above 1",
        "--ring | random | ketama or modulo",
        "--start-lines | 5000 | 0..4096",
        "--max-lines | 1 | 2..1048576",
        "--rate | 0 | 1..",
        "--epoch-seconds | 0 | 1..",
        "--accesses | 0 | 1..",
      })
  void valueOutOfRange_exits2AndSaysWhatIsAccepted(String option, String value, String accepted) {
    List<String> arguments = new ArrayList<>(List.of(option, value));
    if (!option.equals("--front-end")) {
      arguments.addAll(List.of("--front-end", "fe-1"));
    }
    if (!option.equals("--accesses")) {
      arguments.addAll(List.of("--accesses", "10"));
    }
    assertThat(run(arguments.toArray(new String[0]))).isEqualTo(2);
    assertThat(err.toString()).contains(option + " is ").contains(accepted);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void length_isGivenOnceAtMost() {
    assertThat(run("--front-end", "fe-1", "--accesses", "1", "--seconds", "1")).isEqualTo(2);
    assertThat(err.toString()).contains("mutually exclusive");
  }

  @Test
  void noLength_isARunWithoutEnd() {
    assertThat(parsed("--front-end", "fe-1").limits())
        .isEqualTo(new RunLimits(Long.MAX_VALUE, Long.MAX_VALUE, 10_000_000_000L, Long.MAX_VALUE));
  }

  @Test
  void kafkaProperties_areReadAndTheBrokersAreThoseOfTheOption() throws IOException {
    String file = properties("linger.ms=5\nbootstrap.servers=elsewhere:1\n");
    assertThat(parsed("--front-end", "f", "--kafka-properties", file).kafka()).isEmpty();
    assertThat(
            parsed(
                    "--front-end",
                    "f",
                    "--bootstrap-servers",
                    "127.0.0.1:1",
                    "--kafka-properties",
                    file)
                .kafka())
        .contains(Map.of("linger.ms", "5", "bootstrap.servers", "127.0.0.1:1"));
  }

  @Test
  void kafkaProperties_unreadable_exits2() throws IOException {
    for (String file : List.of("nope", properties("a=\\u00zz"))) {
      assertThat(
              run(
                  "--front-end",
                  "f",
                  "--bootstrap-servers",
                  "127.0.0.1:1",
                  "--kafka-properties",
                  file))
          .isEqualTo(2);
      assertThat(err.toString())
          .contains("--kafka-properties is " + file + " (")
          .contains("accepted: a properties file");
    }
  }

  @Test
  void settingsThatKafkaRefuses_exit1AndAreToldInOneLine() throws IOException {
    refused("nonsense", properties(""), "nonsense");
    refused("127.0.0.1:1", properties("acks=maybe"), "Invalid value maybe for configuration acks");
  }

  private void refused(String brokers, String file, String why) {
    err.getBuffer().setLength(0);
    assertThat(
            run(
                "--front-end",
                "f",
                "--accesses",
                "1",
                "--bootstrap-servers",
                brokers,
                "--kafka-properties",
                file))
        .isEqualTo(1);
    assertThat(err.toString().strip().lines())
        .singleElement()
        .asString()
        .startsWith("front-end: cannot start: Kafka's client refuses its settings: ")
        .contains(why);
  }

  private String properties(String content) throws IOException {
    Path file = Files.createTempFile(directory, "kafka", ".properties");
    Files.writeString(file, content);
    return file.toString();
  }

  private static FrontEndSettings parsed(String... arguments) {
    FrontEndOptions options = new FrontEndOptions();
    CommandLine commandLine = new CommandLine(options);
    commandLine.parseArgs(arguments);
    return options.settings(commandLine);
  }

  @Test
  void run_endsWithOneLineOfJson() {
    int code =
        run("--front-end", "fe-1", "--accesses", "300000", "--keys", "10000", "--ring", "modulo");
    assertThat(code).isZero();
    assertThat(out.toString().strip().lines()).hasSize(1);
    JsonNode json = JsonMapper.builder().build().readTree(out.toString());
    assertThat(json.get("frontEndId").asString()).isEqualTo("fe-1");
    assertThat(json.get("accesses").asLong()).isEqualTo(300_000);
    assertThat(json.get("ring").asString()).isEqualTo("modulo");
    assertThat(json.get("acknowledgedEpochs").asLong()).as("no bus").isZero();
    assertThat(json.get("lines").asInt()).isPositive();
    JsonNode with = json.get("withCache");
    JsonNode without = json.get("withoutCache");
    for (String measure : List.of("imbalance", "weightedImbalance")) {
      assertThat(with.get(measure).asDouble()).isBetween(1.0, without.get(measure).asDouble());
    }
    assertThat(without.get("lookUps").asLong()).isEqualTo(json.get("judgedReads").asLong());
    assertThat(err.toString()).contains("front-end fe-1: ");
  }
}
