package io.tarn.local.invariant;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Checks over telemetry: the collector's store must say what was sent, each thing once. */
final class TelemetryChecks {

  private final Stored stored;
  private final Sent sent;

  TelemetryChecks(Stored stored, Sent sent) {
    this.stored = stored;
    this.sent = sent;
  }

  List<CheckResult> all() {
    return List.of(windows(), scans(), epochs(), deadLetters());
  }

  private CheckResult windows() {
    Map<WindowKey, WindowFigures> due = sent.windows();
    Violations wrong = new Violations();
    due.forEach(
        (key, figures) -> {
          WindowFigures row = stored.windows().get(key);
          String difference =
              row == null
                  ? "is not stored, " + figures.samples() + " samples were sent"
                  : figures.difference(row);
          if (!difference.isEmpty()) {
            wrong.add(key.described() + ": " + difference);
          }
        });
    stored.windows().keySet().stream()
        .filter(key -> !due.containsKey(key))
        .forEach(key -> wrong.add(key.described() + ": stored, no closed minute of the bus"));
    return wrong.result(
        "windows-as-sent",
        "every closed window says what the samples on the bus come to, each counted once",
        due.size());
  }

  private CheckResult scans() {
    Violations wrong = new Violations();
    for (String vmId : both(sent.memory().keySet(), stored.memory().keySet())) {
      Scan newest = sent.memory().get(vmId);
      Scan row = stored.memory().get(vmId);
      if (!Objects.equals(newest, row)) {
        wrong.add(vmId + " is " + row + " in the store, " + newest + " on the bus");
      }
    }
    return wrong.result(
        "scans-as-sent",
        "what is known of a VM's memory is its newest scan on the bus",
        sent.memory().size());
  }

  private CheckResult epochs() {
    Violations wrong = new Violations();
    for (EpochKey key : both(sent.epochs().keySet(), stored.epochs().keySet())) {
      List<String> rows = stored.epochs().getOrDefault(key, List.of());
      String body = sent.epochs().get(key);
      if (body == null) {
        wrong.add(key + " is stored, and not on the bus");
      } else if (rows.size() != 1) {
        wrong.add(key + " is stored " + rows.size() + " times");
      } else if (!rows.contains(body)) {
        wrong.add(key + " is stored with another body");
      }
    }
    gaps(wrong);
    return wrong.result(
        "epochs-as-sent",
        "every epoch on the bus is stored once as it is, and those of a start have no gap",
        sent.epochs().size());
  }

  private void gaps(Violations wrong) {
    Map<EpochKey, Long> lasts = new HashMap<>();
    sent.epochs()
        .keySet()
        .forEach(
            key ->
                lasts.merge(
                    new EpochKey(key.frontEndId(), key.incarnation(), 1), key.epoch(), Math::max));
    lasts.forEach(
        (start, last) -> {
          for (long epoch = 1; epoch < last; epoch++) {
            EpochKey key = new EpochKey(start.frontEndId(), start.incarnation(), epoch);
            if (!sent.epochs().containsKey(key)) {
              wrong.add(key + " is missing on the bus, which goes on to " + last);
            }
          }
        });
  }

  private CheckResult deadLetters() {
    return sent.refused()
        .result(
            "no-dead-letters",
            "every record could be read and believed, none lies on a dead-letter topic",
            sent.records());
  }

  private static <T> Set<T> both(Set<T> these, Set<T> those) {
    Set<T> both = new HashSet<>(these);
    both.addAll(those);
    return both;
  }
}
