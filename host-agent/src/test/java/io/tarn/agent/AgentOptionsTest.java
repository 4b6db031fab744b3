package io.tarn.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.agent.kernel.KernelDelays;
import io.tarn.agent.kernel.MoveSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class AgentOptionsTest {

  @TempDir private Path directory;

  @Test
  void settings_least_hasThePublishedDefaults() {
    AgentSettings settings =
        parse("--simulate", "--pool-manager=http://m:1/", "--hosts=a,b", "--state=s");
    assertThat(settings.poolManagers()).containsExactly(URI.create("http://m:1"));
    assertThat(settings.hosts()).containsExactly("a", "b");
    assertThat(settings.simulation().blockBytes()).isEqualTo(134_217_728L);
    assertThat(settings.simulation().delays()).isEqualTo(KernelDelays.PUBLISHED);
    assertThat(settings.simulation().faults().rate()).isZero();
    assertThat(settings.simulation().moves()).isEqualTo(MoveSettings.PUBLISHED);
    assertThat(settings.tokenDirectory()).isEmpty();
    assertThat(settings.controlPort()).isEmpty();
  }

  @Test
  void settings_hostsFile_skipsCommentsAndEmptyLines() throws IOException {
    Path file = directory.resolve("hosts");
    Files.writeString(file, "# rack 1\nh1\n\n  h2  # spare\n");
    assertThat(
            parse("--simulate", "--pool-manager=http://m:1", "--hosts-file=" + file, "--state=s")
                .hosts())
        .containsExactly("h1", "h2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --hosts=a                                    | this version has only the simulated mode
          --simulate --hosts=a,a                       | --hosts is a twice, accepted: each host once
          --simulate --hosts=-a                        | accepted: 1 to 63 letters
          --simulate --hosts-file=nope                 | --hosts-file cannot be read as text
          --simulate                                   | (--hosts=ID
          --simulate --hosts=a --hosts-file=b          | mutually exclusive
          --simulate --hosts=a --seed=x                | '--seed'
          --simulate --hosts=a --stuck-rate=2          | --stuck-rate is 2.0, accepted: 0..1
          --simulate --hosts=a --offline-millis-per-gib=9 | accepted: MIN-MAX, both 0..600000
          --simulate --hosts=a --offline-millis-per-gib=90-10 | --offline-millis-per-gib is "90-10", accepted: MIN-MAX, both 0..600000 and MIN not above MAX
          --simulate --hosts=a --offline-millis-per-gib=1-600001 | --offline-millis-per-gib is "1-600001", accepted: MIN-MAX
          --simulate --hosts=a --used-percent=90-10    | --used-percent is "90-10", accepted: MIN-MAX, both 0..100 and MIN not above MAX
          --simulate --hosts=a --used-percent=0-101    | --used-percent is "0-101", accepted: MIN-MAX, both 0..100
          --simulate --hosts=a --move-millis-per-gib=-1 | --move-millis-per-gib is -1, accepted: 0..600000
          --simulate --hosts=a --pinned-rate=1.5       | --pinned-rate is 1.5, accepted: 0..1
          --simulate --hosts=a --block-mib=100         | accepted: a power of two, 2..65536
          --simulate --hosts=a --block-mib=1           | accepted: 2..65536
          --simulate --hosts=a --token-dir=nope        | accepted: a directory that exists
          --simulate --hosts=a --control-port=65536    | accepted: 0..65535
          --simulate --hosts=a --nope                  | --nope
          """)
  void settings_badOption_namesWhatIsAccepted(String options, String message) {
    List<String> arguments = new ArrayList<>(List.of("--pool-manager=http://m:1", "--state=s"));
    arguments.addAll(List.of(options.split(" ", -1)));
    assertThatThrownBy(() -> parse(arguments.toArray(String[]::new)))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining(message);
  }

  @Test
  void settings_severalPoolManagers() {
    String urls = "--pool-manager=http://m:1/,http://m:2";
    assertThat(parse("--simulate", urls, "--hosts=a", "--state=s").poolManagers())
        .containsExactly(URI.create("http://m:1"), URI.create("http://m:2"));
    assertThatThrownBy(() -> parse("--simulate", urls + "/,http://m:2", "--hosts=a", "--state=s"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--pool-manager is http://m:2 twice, accepted: each URL once");
  }

  @Test
  void settings_badHostInAFile_namesTheFile() throws IOException {
    Path file = directory.resolve("hosts");
    Files.writeString(file, "a\na\n");
    assertThatThrownBy(
            () ->
                parse(
                    "--simulate", "--pool-manager=http://m:1", "--hosts-file=" + file, "--state=s"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--hosts-file is a twice, accepted: each host once");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://m:1", "m:1", "/m", "http://m:1?x=1", "http://m:1,ftp://m:2"})
  void settings_badUrl_isRefused(String url) {
    assertThatThrownBy(() -> parse("--simulate", "--pool-manager=" + url, "--hosts=a", "--state=s"))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("an http or https URL without query");
  }

  private static AgentSettings parse(String... arguments) {
    AgentOptions options = new AgentOptions();
    CommandLine commandLine = new CommandLine(options);
    commandLine.parseArgs(arguments);
    return options.settings(commandLine);
  }
}
