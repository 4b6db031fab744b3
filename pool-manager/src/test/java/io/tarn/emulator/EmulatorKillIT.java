package io.tarn.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.OwnerChangeReply;
import io.tarn.contracts.emc.OwnerChangeReply.Outcome;
import io.tarn.contracts.emc.OwnerChangeRequest;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Kills the emulator's process in the middle of changes; what it answered must be there. */
class EmulatorKillIT {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int SLICES = 16;
  private static final int WRITERS = 4;
  private static final int ROUNDS = 4;

  private final HttpClient client = HttpClient.newHttpClient();
  @TempDir private Path data;

  @Test
  void kill_inTheMiddleOfChanges_losesNothingThatWasAnswered() throws Exception {
    long seed = 20260101L;
    Random random = new Random(seed);
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    TableView before = null;
    try {
      for (int round = 1; round <= ROUNDS; round++) {
        EmulatorProcess emulator = EmulatorProcess.start(data);
        try {
          put(emulator.uri());
          TableView start = table(emulator.uri());
          if (before != null) {
            assertThat(start).isEqualTo(before);
          }
          AtomicInteger answers = new AtomicInteger();
          List<Future<TableEntry[]>> writers = new ArrayList<>();
          for (int writer = 0; writer < WRITERS; writer++) {
            int first = writer * SLICES / WRITERS;
            long epoch = round;
            writers.add(threads.submit(() -> write(emulator.uri(), start, first, epoch, answers)));
          }
          int killAfter = 20 + random.nextInt(200);
          while (answers.get() < killAfter) {
            Thread.onSpinWait();
          }
          emulator.kill();

          EmulatorProcess again = EmulatorProcess.start(data);
          try {
            TableView after = table(again.uri());
            assertThat(after.highestEpoch()).isEqualTo(round);
            for (Future<TableEntry[]> writer : writers) {
              verifyAnswered(writer.get(), after, seed);
            }
            before = after;
          } finally {
            again.process().destroy();
            assertThat(again.process().waitFor(20, TimeUnit.SECONDS)).isTrue();
          }
        } finally {
          emulator.kill();
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void start_onADataDirectoryInUse_isRefusedWithASentence() throws Exception {
    EmulatorProcess first = EmulatorProcess.start(data);
    try {
      assertThat(outcome(EmulatorProcess.launch(data, "--port", "0")))
          .startsWith("1 emc-emulator: cannot use --data")
          .contains("another emulator uses the data directory");
    } finally {
      first.kill();
    }
  }

  @Test
  void start_withBadOptions_namesWhatIsAccepted() throws Exception {
    assertThat(outcome(EmulatorProcess.launch(data, "--port", "70000")))
        .startsWith("2 --port is 70000, accepted: 0..65535");
    assertThat(outcome(EmulatorProcess.launch(data, "--port", "0", "--address", "0.0.0.0")))
        .startsWith("2 --address is 0.0.0.0, accepted: a loopback address");
  }

  /** Changes slices one after the other until the emulator is gone; the last answered entries. */
  private TableEntry[] write(
      URI emulator, TableView start, int first, long epoch, AtomicInteger answers) {
    TableEntry[] answered = start.entries().toArray(TableEntry[]::new);
    for (int i = 0; ; i++) {
      int slice = first + i % (SLICES / WRITERS);
      TableEntry now = answered[slice];
      Integer next = now.owner() == null ? Integer.valueOf(i % 64) : null;
      OwnerChange change = new OwnerChange(slice, now.owner(), now.generation(), next, epoch);
      try {
        OwnerChangeReply.Result result = change(emulator, change);
        assertThat(result.outcome()).isEqualTo(Outcome.CHANGED);
        answered[slice] = result.entry();
        answers.incrementAndGet();
      } catch (IOException e) {
        TableEntry[] own = new TableEntry[SLICES / WRITERS];
        System.arraycopy(answered, first, own, 0, own.length);
        return own;
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static void verifyAnswered(TableEntry[] answered, TableView after, long seed) {
    int unanswered = 0;
    for (TableEntry entry : answered) {
      TableEntry found = after.entries().get(entry.slice());
      if (!found.equals(entry)) {
        assertThat(found.generation())
            .as("slice %d, seed %d", entry.slice(), seed)
            .isEqualTo(entry.generation() + 1);
        assertThat(found.owner() == null).isNotEqualTo(entry.owner() == null);
        unanswered++;
      }
    }
    assertThat(unanswered).isLessThanOrEqualTo(1);
  }

  private void put(URI emulator) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(emulator + "/v1/emcs/p1?capacityGiB=" + SLICES))
            .PUT(BodyPublishers.noBody())
            .build();
    assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isIn(200, 201);
  }

  private TableView table(URI emulator) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(emulator + "/v1/emcs/p1/table")).build();
    return JSON.readValue(client.send(request, BodyHandlers.ofString()).body(), TableView.class);
  }

  private OwnerChangeReply.Result change(URI emulator, OwnerChange change)
      throws IOException, InterruptedException {
    String body = JSON.writeValueAsString(new OwnerChangeRequest(List.of(change)));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(emulator + "/v1/emcs/p1/owners"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    String answer = client.send(request, BodyHandlers.ofString()).body();
    return JSON.readValue(answer, OwnerChangeReply.class).results().get(0);
  }

  private static String outcome(Process process) throws IOException, InterruptedException {
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + " " + said;
  }
}
