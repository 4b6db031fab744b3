package io.tarn.local.process;

import io.tarn.local.home.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The processes that a stack started, in a file, so that those which outlive a killed supervisor
 * can be found again. Processes are told by pid and start, never by name.
 */
public final class ProcessTable {

  private final Path file;
  private final Map<String, StartedProcess> running = new LinkedHashMap<>();

  /**
   * @param file where it is kept
   */
  public ProcessTable(Path file) {
    this.file = file;
  }

  /** Remembers a process under its service's name. */
  public synchronized void started(String service, StartedProcess process) throws IOException {
    running.put(service, process);
    Json.write(file, new Rows(running));
  }

  /** Forgets a process that has ended. */
  public synchronized void ended(String service) throws IOException {
    running.remove(service);
    Json.write(file, new Rows(running));
  }

  /** Forgets all of them. */
  public synchronized void clear() throws IOException {
    running.clear();
    Files.deleteIfExists(file);
  }

  /**
   * Ends what an earlier stack left running, databases last, and forgets it.
   *
   * @param patience for each process before it is killed
   * @return the services that were still running
   */
  public synchronized List<String> endLeftovers(Duration patience) throws IOException {
    Map<String, StartedProcess> left =
        Json.read(file, Rows.class).map(Rows::processes).orElse(Map.of());
    List<String> ended = new ArrayList<>();
    left.forEach(
        (service, process) -> {
          if (process.running().isPresent()) {
            ended.add(service);
          }
        });
    for (StopSignal signal : StopSignal.values()) {
      left.forEach(
          (service, process) -> {
            if (process.stop() == signal) {
              process.running().ifPresent(handle -> Signals.send(handle, signal));
            }
          });
      left.forEach(
          (service, process) -> {
            if (process.stop() == signal) {
              process.running().ifPresent(handle -> Signals.end(handle, signal, patience));
            }
          });
    }
    clear();
    return ended;
  }

  record Rows(Map<String, StartedProcess> processes) {
    Rows {
      processes = Map.copyOf(processes);
    }
  }
}
