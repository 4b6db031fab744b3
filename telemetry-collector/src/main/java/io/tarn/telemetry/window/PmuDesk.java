package io.tarn.telemetry.window;

import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.telemetry.feed.HostFeed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Books reports of counters: keeps the samples, closes the minutes that they close. */
public final class PmuDesk {

  private final WindowBooks books;
  private final Closer closer;
  private final long latenessMillis;

  /**
   * @param latenessMillis how far a host's watermark stays behind its newest sample
   */
  public PmuDesk(WindowBooks books, Closer closer, long latenessMillis) {
    this.books = books;
    this.closer = closer;
    this.latenessMillis = latenessMillis;
  }

  /**
   * A report and the same as it came.
   *
   * @param report what it says
   * @param payload its bytes
   */
  public record Received(HostPmuReport report, byte[] payload) {}

  /**
   * What reports came to.
   *
   * @param samples that were news
   * @param windows closed or opened again and closed
   * @param late reports that added to closed windows
   * @param repeats dropped
   */
  public record Booked(int samples, List<RevisedWindow> windows, long late, long repeats) {

    /** Copies the list. */
    public Booked {
      windows = List.copyOf(windows);
    }
  }

  /** Books reports, those of a host in the order of the bus. */
  public Booked book(List<Received> reports) {
    Map<String, HostFeed> feeds =
        books.feeds(
            reports.stream()
                .map(one -> one.report().getAgent().getHostId())
                .collect(Collectors.toSet()));
    long lateBefore = late(feeds);
    long repeatsBefore = repeats(feeds);
    PmuIntake intake = new PmuIntake(latenessMillis, feeds);
    reports.forEach(one -> intake.take(one.report(), one.payload()));
    if (intake.samples() > 0) {
      books.addSamples(intake.chunks());
    }
    List<RevisedWindow> closed = close(intake);
    if (!closed.isEmpty()) {
      books.keepWindows(closed);
    }
    books.keepFeeds(feeds.values());
    return new Booked(
        intake.samples(), closed, late(feeds) - lateBefore, repeats(feeds) - repeatsBefore);
  }

  private List<RevisedWindow> close(PmuIntake intake) {
    Map<String, Closing> closings = new HashMap<>();
    intake.closings().forEach(closing -> closings.put(closing.hostId(), closing));
    Set<Minute> opened = new HashSet<>(intake.late().keySet());
    opened.removeIf(minute -> closes(closings, minute));
    if (closings.isEmpty() && opened.isEmpty()) {
      return List.of();
    }
    Map<VmMinute, Stored> stored = books.stored(tardy(intake.late()));
    List<RevisedWindow> result = new ArrayList<>();
    for (Map.Entry<Minute, List<VmPmuSample>> entry :
        books.samples(closings.values(), opened).entrySet()) {
      Minute minute = entry.getKey();
      result.addAll(
          closer.windows(
              minute,
              entry.getValue(),
              closes(closings, minute),
              intake.late().getOrDefault(minute, Map.of()),
              (vm, m) -> stored.getOrDefault(new VmMinute(vm, m), Stored.NONE)));
    }
    return result;
  }

  private static boolean closes(Map<String, Closing> closings, Minute minute) {
    Closing closing = closings.get(minute.hostId());
    return closing != null
        && closing.fromMillis() < minute.endMillis()
        && minute.endMillis() <= closing.toMillis();
  }

  private static Set<VmMinute> tardy(Map<Minute, Map<String, LateSamples>> late) {
    Set<VmMinute> tardy = new HashSet<>();
    late.forEach((minute, vms) -> vms.keySet().forEach(vm -> tardy.add(new VmMinute(vm, minute))));
    return tardy;
  }

  private static long late(Map<String, HostFeed> feeds) {
    return feeds.values().stream().mapToLong(feed -> feed.tally().lateReports()).sum();
  }

  private static long repeats(Map<String, HostFeed> feeds) {
    return feeds.values().stream().mapToLong(feed -> feed.tally().repeats()).sum();
  }
}
