package io.tarn.local.invariant;

import io.tarn.local.invariant.Outside.EventKey;
import io.tarn.local.invariant.Rows.SequenceRow;
import io.tarn.local.kafka.BusTopics;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks over what was told on the bus. */
final class EventChecks {

  private final Rows rows;
  private final Outside outside;

  EventChecks(Rows rows, Outside outside) {
    this.rows = rows;
    this.outside = outside;
  }

  List<CheckResult> all() {
    return List.of(
        CheckResult.of(
            "outbox-empty",
            "every event has left the outbox",
            rows.sequences().size(),
            rows.unsent()),
        gapless());
  }

  private CheckResult gapless() {
    List<String> wrong = new ArrayList<>();
    List<SequenceRow> gapless =
        rows.sequences().stream().filter(row -> BusTopics.EVENTS.contains(row.topic())).toList();
    for (SequenceRow row : gapless) {
      List<Long> told =
          outside.sequences().getOrDefault(new EventKey(row.topic(), row.key()), List.of());
      String problem = problem(told, row.last());
      if (!problem.isEmpty()) {
        wrong.add(row.topic() + " " + row.key() + ": " + problem);
      }
    }
    return CheckResult.of(
        "events-gapless",
        "the events of a key lie on the bus in order, from 1, without a gap; repeats may occur",
        gapless.size(),
        wrong);
  }

  /** Empty when the sequences are in order; a consumer that drops repeats sees every one. */
  private static String problem(List<Long> told, long last) {
    Set<Long> seen = new HashSet<>();
    long next = 1;
    for (long sequence : told) {
      if (seen.add(sequence)) {
        if (sequence != next) {
          return sequence + " came where " + next + " was due";
        }
        next++;
      }
    }
    return next == last + 1 ? "" : "ends with " + (next - 1) + " instead of " + last;
  }
}
