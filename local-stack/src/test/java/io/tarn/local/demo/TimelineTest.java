package io.tarn.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.fleet.Arrival;
import io.tarn.fleet.ArrivalGenerator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TimelineTest {

  @Test
  void events_areInOrderWithDeparturesFirst() {
    List<String> events =
        events(
            0,
            arrival(0, 0, 10, false),
            arrival(1, 10, 5, false),
            arrival(2, 12, 100, false),
            arrival(3, 15, 1, false));
    assertThat(events)
        .containsExactly(
            "0 comes vm-000000",
            "10 leaves vm-000000",
            "10 comes vm-000001",
            "12 comes vm-000002",
            "15 leaves vm-000001",
            "15 comes vm-000003");
  }

  @Test
  void events_goOnToTheHorizon() {
    assertThat(events(20, arrival(0, 0, 20, false), arrival(1, 1, 20, false)))
        .containsExactly("0 comes vm-000000", "1 comes vm-000001", "20 leaves vm-000000");
  }

  @Test
  void events_leaveAloneWhoStaysOn() {
    assertThat(events(100, arrival(0, 0, 5, true))).containsExactly("0 comes vm-000000");
  }

  @Test
  void events_ofAGeneratedDayNameEveryVmOnceAndNobodyLeavesBeforeHeComes() {
    Set<String> running = new HashSet<>();
    int arrivals = 0;
    double before = 0;
    Timeline timeline = new Timeline(new ArrivalGenerator(3).day(1_000).iterator(), 86_400);
    while (timeline.hasNext()) {
      Event event = timeline.next();
      assertThat(event.atSeconds()).isBetween(before, 86_400.0);
      before = event.atSeconds();
      if (event instanceof Event.Arrives) {
        assertThat(running.add(event.vmId())).isTrue();
        arrivals++;
      } else {
        assertThat(running.remove(event.vmId())).isTrue();
      }
    }
    assertThat(arrivals).isEqualTo(1_000);
    assertThat(running).isNotEmpty();
  }

  @Test
  void before_givesWhatComesUntilThenAndLeavesTheRest() {
    Timeline timeline =
        new Timeline(List.of(arrival(0, 0, 20, false), arrival(1, 10, 20, false)).iterator(), 100);
    List<String> first = new ArrayList<>();
    timeline.before(20).forEachRemaining(event -> first.add(event.vmId()));
    assertThat(first).containsExactly("vm-000000", "vm-000001");
    assertThat(timeline.nextSeconds()).isEqualTo(20);
    assertThat(timeline.before(20)).isExhausted();

    List<Double> rest = new ArrayList<>();
    timeline.forEachRemaining(event -> rest.add(event.atSeconds()));
    assertThat(rest).containsExactly(20.0, 30.0);
    assertThat(timeline.nextSeconds()).isInfinite();
  }

  private static List<String> events(double horizon, Arrival... arrivals) {
    List<String> events = new ArrayList<>();
    Timeline timeline = new Timeline(List.of(arrivals).iterator(), horizon);
    timeline.forEachRemaining(
        event ->
            events.add(
                (long) event.atSeconds()
                    + (event instanceof Event.Arrives ? " comes " : " leaves ")
                    + event.vmId()));
    return events;
  }

  private static Arrival arrival(long sequence, double at, double life, boolean staysOn) {
    return new Arrival(sequence, at, 1, 1024, life, staysOn, null, "D1-1");
  }
}
