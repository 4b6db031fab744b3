package io.tarn.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceReaderTest {

  private static final String HEADER = "arrival_s,vcpu,mem_gb,life_min_s,life_max_s\n";

  @TempDir Path folder;

  @Test
  void open_readsColumnsInAnyOrderAndIgnoresOthers() throws IOException {
    List<Arrival> arrivals =
        read(
            write(
                """
                life_max_s,mem_gb,who,vcpu,censored,arrival_s,life_min_s
                300,1.75,ann,1,0,1000,300

                600,3.5,bob,2,1,1300,600
                """));
    assertThat(arrivals)
        .containsExactly(
            new Arrival(0, 0, 1, 1792, 300, false, null, "D1-1.75"),
            new Arrival(1, 300, 2, 3584, 600, true, null, "D2-3.5"));
    assertThat(arrivals.get(0).departureSeconds()).isEqualTo(300);
    assertThat(arrivals.get(1).departureSeconds()).isInfinite();
  }

  @Test
  void open_readsGzip() throws IOException {
    Path file = folder.resolve("trace.bin");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write((HEADER + "5,4,7,60,60\n").getBytes(StandardCharsets.UTF_8));
    }
    assertThat(read(file)).containsExactly(new Arrival(0, 0, 4, 7168, 60, false, null, "D4-7"));
  }

  @Test
  void open_drawsLifetimesWithinTheirBinBySeed() throws IOException {
    Path file = write(HEADER + "0,1,1,3900,7200\n".repeat(200));
    List<Double> lives = read(file).stream().map(Arrival::lifeSeconds).toList();
    assertThat(lives).allMatch(life -> life >= 3900 && life <= 7200).doesNotHaveDuplicates();
    assertThat(read(file).stream().map(Arrival::lifeSeconds).toList()).isEqualTo(lives);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0,x,1,1,1 | line 2: vcpu is \"x\", accepted: a number, 1..1024",
        "0,1.5,1,1,1 | line 2: vcpu is 1.5, accepted: a whole number",
        "0,0,1,1,1 | line 2: vcpu is \"0\"",
        "0,1,-1,1,1 | line 2: mem_gb is \"-1\", accepted: a number, 0.0625..32768",
        "0,1,NaN,1,1 | line 2: mem_gb is \"NaN\"",
        "0,1,1,,1 | line 2: life_min_s is \"\"",
        "0,1,1,-5,1 | line 2: life_min_s is \"-5\", accepted: a number, 0..",
        "0,1,1,9,8 | line 2: life_max_s is 8.0, accepted: from life_min_s, which is 9.0",
        "0,1,1,1 | line 2: has 4 fields, the header has 5",
        "-1,1,1,1,1 | line 2: arrival_s is \"-1\"",
      })
  void open_namesLineAndAcceptedRange(String row, String problem) throws IOException {
    Path file = write(HEADER + row + "\n");
    assertThatThrownBy(() -> TraceReader.open(file, 1))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void next_refusesArrivalsOutOfOrder() throws IOException {
    Path file = write(HEADER + "10,1,1,1,1\n9,1,1,1,1\n");
    assertThatThrownBy(() -> read(file))
        .hasMessageContaining("line 3: arrival_s is 9.0")
        .hasMessageContaining("sorted by arrival_s");
  }

  @Test
  void open_namesEveryMissingColumn() throws IOException {
    Path file = write("arrival_s,cores,mem_gb,life_min_s\n1,1,1,1\n");
    assertThatThrownBy(() -> TraceReader.open(file, 1))
        .hasMessageContaining("line 1: the header lacks vcpu, life_max_s");
  }

  @Test
  void open_refusesAnEmptyFileAndOneWithoutRows() throws IOException {
    assertThatThrownBy(() -> TraceReader.open(write(""), 1)).hasMessageContaining("is empty");
    assertThatThrownBy(() -> TraceReader.open(write(HEADER), 1))
        .hasMessageContaining("no arrival behind the header");
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("trace.csv"), text);
  }

  private static List<Arrival> read(Path file) throws IOException {
    List<Arrival> arrivals = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(file, 1)) {
      reader.forEachRemaining(arrivals::add);
    }
    return arrivals;
  }
}
