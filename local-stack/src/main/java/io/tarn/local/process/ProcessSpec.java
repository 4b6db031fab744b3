package io.tarn.local.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How to start a child process.
 *
 * @param service its name in the stack
 * @param command program and arguments
 * @param environment what is added to this process's environment
 * @param log where its output goes
 * @param stop what ends it in good order
 */
public record ProcessSpec(
    String service,
    List<String> command,
    Map<String, String> environment,
    Path log,
    StopSignal stop) {

  /** Copies the collections. */
  public ProcessSpec {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  @Override
  public String toString() {
    return service + ": " + command.get(0);
  }
}
