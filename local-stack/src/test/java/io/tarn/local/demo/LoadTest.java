package io.tarn.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.fleet.Arrival;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadTest {

  private static final Past PAST = Past.generated(2, 3);

  @TempDir private Path directory;

  @Test
  void generated_followsThePastInTimeAndNumber() throws IOException {
    List<Arrival> arrivals = arrivals(Load.generated(PAST, 300, 3));
    Set<String> names = new HashSet<>();
    PAST.arrivals().forEach(arrival -> names.add(arrival.vmId()));
    arrivals.forEach(arrival -> names.add(arrival.vmId()));

    assertThat(PAST.arrivals()).hasSize(2 * Past.VMS_A_DAY);
    assertThat(names).hasSize(2 * Past.VMS_A_DAY + 300);
    assertThat(arrivals)
        .allMatch(arrival -> arrival.arrivalSeconds() >= PAST.seconds())
        .allMatch(arrival -> arrival.arrivalSeconds() < PAST.seconds() + 86_400);
    assertThat(customers(arrivals))
        .as("the same customers go on")
        .anyMatch(customers(PAST.arrivals())::contains);
  }

  @Test
  void generated_withoutAPastIsTheFirstDay() throws IOException {
    assertThat(arrivals(Load.generated(Past.NONE, 50, 3)).get(0).vmId()).isEqualTo("vm-000000");
  }

  @Test
  void trace_followsThePastInTimeAndNumber() throws IOException {
    Path file = directory.resolve("trace.csv");
    Files.writeString(
        file, "arrival_s,vcpu,mem_gb,life_min_s,life_max_s\n5,1,2,10,20\n7,2,4,10,20\n9,1,2,5,6\n");

    List<Arrival> arrivals = arrivals(Load.trace(PAST, file, 2, 1));

    assertThat(arrivals).extracting(Arrival::vmId).containsExactly("vm-003000", "vm-003001");
    assertThat(arrivals)
        .extracting(Arrival::arrivalSeconds)
        .containsExactly(PAST.seconds(), PAST.seconds() + 2);
  }

  private static List<Arrival> arrivals(Load load) throws IOException {
    try (load) {
      List<Arrival> arrivals = new ArrayList<>();
      load.arrivals().forEachRemaining(arrivals::add);
      assertThat(arrivals).hasSize(load.count());
      return arrivals;
    }
  }

  private static List<String> customers(List<Arrival> arrivals) {
    return arrivals.stream().map(arrival -> String.valueOf(arrival.customer())).distinct().toList();
  }
}
