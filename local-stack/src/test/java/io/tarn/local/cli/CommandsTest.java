package io.tarn.local.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class CommandsTest {

  private final StringWriter err = new StringWriter();
  private final StringWriter out = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "demo --policy static:101 | --policy is static:101, accepted: all-local, pond, or static",
        "demo --policy static:15 --past-days 7 | --past-days is 7 with --policy static:15,"
            + " accepted",
        "demo --policy nope --past-days 0 | --policy is nope, accepted: all-local, pond, or static",
        "up --past-days 10 | --past-days is 10, accepted: 0..9",
        "demo --hosts 0 | --hosts is 0, accepted: 1..4096",
        "demo --vms -3 | --vms is -3, accepted: 1..",
        "demo --replicas postgres=2 | accepted: NAME=NUMBER, NAME one of scheduler, pool-manager",
        "demo --replicas scheduler=2,scheduler=3 | scheduler twice, accepted: each name once",
        "demo --replicas scheduler=9 | --replicas scheduler is 9, accepted: 1..8",
        "demo --port scheduler=80 | --port scheduler is 80, accepted: 1024..65535",
        "demo --port scheduler=x | --port is \"scheduler=x\", accepted: NAME=NUMBER",
        "demo --port foo=8080 | NAME one of postgres, kafka, kafka-controller, emulator",
        "demo --port scheduler=9000,scheduler=9001 | scheduler twice, accepted: each name once",
        "demo --port scheduler=9000,pool-manager=9000 | accepted: different ports",
        "demo --json /nowhere/out.json | --json is /nowhere/out.json, accepted: a file that can be",
        "demo --json / | --json is /, accepted: a file that can be written",
        "demo --trace /nowhere/trace.csv | --trace is not there: /nowhere/trace.csv, accepted: a"
            + " CSV",
        "demo --trace / | --trace is \"/\", no file, accepted: a CSV file",
        "evidence kills --vms 0 | --vms is 0, accepted: 1..",
        "evidence kills --past-days 1 | --past-days is 1 with kills, accepted: only with"
            + " kills-loop",
        "evidence kills-loop --past-days -1 | --past-days is -1, accepted: 0..9",
        "evidence kills --json /nowhere/out.json | --json is /nowhere/out.json, accepted",
        "evidence storm --kills -1 | --kills is -1, accepted: 0..1000",
        "evidence storm --pauses 1001 | --pauses is 1001, accepted: 0..1000",
        "evidence storm --vms 5 | --vms is 5 with storm, accepted: only with kills and kills-loop",
        "evidence storm --past-days 1 | --past-days is 1 with storm, accepted: only with"
            + " kills-loop",
        "evidence storm --json /nowhere/out.json | --json is /nowhere/out.json, accepted",
        "evidence kills --kills 5 | --kills is 5 with kills, accepted: only with storm",
        "evidence kills-loop --pauses 5 | --pauses is 5 with kills-loop, accepted: only with storm",
        "logs scheduler -n -1 | --lines is -1, accepted: 0..100000",
        "demo --nonsense | Unknown option: '--nonsense'",
        "bench nothing | bench is nothing, accepted: placements",
        "bench placements --clients 0 | --clients is 0, accepted: 1..256",
        "bench nothing | placements, slices, slices-sim",
        "bench slices-sim --seeds 0 | --seeds is 0, accepted: 1..10000000",
        "bench slices-sim --steps 0 | --steps is 0, accepted: 1..1000000",
        "bench slices-sim --seed 1 --fault NONE | NO_SCRUB",
        "evidence nothing | evidence is nothing, accepted: kills, kills-loop, storm",
        "token --scope tarn.everything | --scope is tarn.everything, accepted: tarn.read",
        "token --scope tarn.agent | --host is absent, accepted: the host's name",
        "token | Missing required option: '--scope",
        "dance | Unmatched argument",
      })
  void execute_wrongUsageSaysWhatIsAccepted(String line, String sentence) {
    assertThat(execute(line)).isEqualTo(2);
    assertThat(err.toString()).contains(sentence);
  }

  @Test
  void help_listsEveryCommandButTheHidden() {
    assertThat(execute("help")).isZero();
    assertThat(out.toString())
        .contains("demo", "up", "down", "status", "logs", "restart", "token", "bench", "evidence")
        .doesNotContain("supervise");
  }

  private int execute(String line) {
    CommandLine commands = Tarn.commandLine();
    commands.setErr(new PrintWriter(err, true));
    commands.setOut(new PrintWriter(out, true));
    return commands.execute(line.strip().split(" "));
  }
}
