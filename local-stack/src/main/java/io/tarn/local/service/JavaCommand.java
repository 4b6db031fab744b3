package io.tarn.local.service;

import io.tarn.local.process.Programs;
import java.util.ArrayList;
import java.util.List;

/** The command of a child JVM. */
final class JavaCommand {

  private final List<String> command = new ArrayList<>(List.of(Programs.java()));

  /**
   * @param heapMiB its largest heap
   * @param quick whether to start quickly at the price of later speed
   */
  JavaCommand(int heapMiB, boolean quick) {
    command.addAll(
        List.of("-Xmx" + heapMiB + "m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"));
    if (quick) {
      command.add("-XX:TieredStopAtLevel=1");
    }
  }

  JavaCommand with(String... arguments) {
    command.addAll(List.of(arguments));
    return this;
  }

  List<String> build() {
    return List.copyOf(command);
  }
}
