package io.tarn.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tarn.contracts.bus.PmuCounter;
import io.tarn.fleet.oracle.Oracle;
import io.tarn.fleet.vm.AccessScan;
import io.tarn.fleet.vm.CounterSample;
import io.tarn.fleet.vm.MemorySplit;
import io.tarn.fleet.vm.Scenario;
import io.tarn.fleet.vm.VmAttributes;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SimulatedVmTest {

  private final Fleet fleet = new Fleet(11);
  private final Oracle oracle = new Oracle(fleet);

  @Test
  void counters_agreeWithEachOther() {
    for (Arrival vm : vms(300)) {
      SimulatedVm running = fleet.running(vm.attributes());
      for (MemorySplit split : splits(vm.memoryMiB())) {
        for (long second = 0; second < 4_000; second += 397) {
          agree(running.counters(second, split), vm.vcpus());
        }
      }
    }
  }

  private static void agree(CounterSample s, int vcpus) {
    long cycles = s.value(PmuCounter.CYCLES);
    long slots = s.value(PmuCounter.SLOTS);
    assertThat(cycles).isBetween(1_000_000L, 3_000_000_000L * vcpus);
    assertThat(slots).isEqualTo(4 * cycles);
    ordered(s, PmuCounter.MEMORY_BOUND_SLOTS, PmuCounter.BACKEND_BOUND_SLOTS, PmuCounter.SLOTS);
    ordered(
        s, PmuCounter.STALLS_L3_MISS_CYCLES, PmuCounter.L1D_MISS_PENDING_CYCLES, PmuCounter.CYCLES);
    ordered(s, PmuCounter.L1D_MISS_PENDING_CYCLES, PmuCounter.L1D_MISSES_PENDING);
    ordered(s, PmuCounter.POOL_LOADS, PmuCounter.LLC_LOAD_MISSES);
    assertThat(64 * s.value(PmuCounter.LLC_LOAD_MISSES))
        .isLessThanOrEqualTo(s.value(PmuCounter.MEMORY_READ_BYTES));
    assertThat(
            4
                * (s.value(PmuCounter.STALLS_L3_MISS_CYCLES)
                    + s.value(PmuCounter.BOUND_ON_STORES_CYCLES)))
        .isLessThanOrEqualTo(s.value(PmuCounter.MEMORY_BOUND_SLOTS));
    assertThat(s.value(PmuCounter.INSTRUCTIONS) + s.value(PmuCounter.BACKEND_BOUND_SLOTS))
        .isBetween(1L, slots);
    // a core moves some ten to twenty GB/s at most
    assertThat(s.value(PmuCounter.MEMORY_READ_BYTES)).isLessThan(25_000_000_000L * vcpus);
  }

  private static void ordered(CounterSample sample, PmuCounter... rising) {
    for (int i = 1; i < rising.length; i++) {
      assertThat(sample.value(rising[i - 1]))
          .as("%s against %s of %s", rising[i - 1], rising[i], sample)
          .isBetween(0L, sample.value(rising[i]));
    }
  }

  @Test
  void poolMemory_stallsLongerAndGetsLessDoneByItsSlowdown() {
    for (Arrival vm : vms(100)) {
      SimulatedVm running = fleet.running(vm.attributes());
      MemorySplit pool = MemorySplit.pool(vm.memoryMiB(), Scenario.S222);
      MemorySplit local = MemorySplit.local(vm.memoryMiB(), Scenario.S222);
      double done = sum(running, PmuCounter.INSTRUCTIONS, pool);
      double doneLocal = sum(running, PmuCounter.INSTRUCTIONS, local);
      double truth = oracle.slowdownPercent(vm.attributes(), 1e9, pool);
      // phases weigh the 20 minutes unevenly: by 15 % a phase, a few of them
      assertThat(100 * (doneLocal / done - 1)).isCloseTo(truth, within(0.01 + 0.3 * truth));
      assertThat(sum(running, PmuCounter.STALLS_L3_MISS_CYCLES, pool))
          .isGreaterThan(sum(running, PmuCounter.STALLS_L3_MISS_CYCLES, local));
      assertThat(sum(running, PmuCounter.MEMORY_BOUND_SLOTS, pool))
          .isGreaterThan(sum(running, PmuCounter.MEMORY_BOUND_SLOTS, local));
      assertThat(sum(running, PmuCounter.CYCLES, pool))
          .isEqualTo(sum(running, PmuCounter.CYCLES, local));
      assertThat(sum(running, PmuCounter.POOL_LOADS, local)).isZero();
      assertThat(sum(running, PmuCounter.POOL_LOADS, pool))
          .isEqualTo(sum(running, PmuCounter.LLC_LOAD_MISSES, pool));
    }
  }

  @Test
  void answers_areTheSameInAnyOrder() {
    VmAttributes attributes = fleet.vm(77).attributes();
    MemorySplit split = new MemorySplit(100, attributes.memoryMiB() - 100, Scenario.S182);
    SimulatedVm running = fleet.running(attributes);
    List<CounterSample> forwards = new ArrayList<>();
    for (int second = 0; second < 500; second++) {
      forwards.add(running.counters(second, split));
    }
    SimulatedVm again = new Fleet(11, 5).running(attributes);
    for (int second = 499; second >= 0; second -= 3) {
      assertThat(again.scan(second, second / 2.0)).isEqualTo(running.scan(second, second / 2.0));
      assertThat(again.counters(second, split))
          .isEqualTo(forwards.get(second))
          .hasSameHashCodeAs(forwards.get(second));
    }
    assertThat(forwards).doesNotHaveDuplicates();
    assertThat(new Fleet(12).running(attributes).counters(0, split)).isNotEqualTo(forwards.get(0));
  }

  @Test
  void scans_neverFallAndNeverExceedTheVm() {
    for (Arrival vm : vms(300)) {
      SimulatedVm running = fleet.running(vm.attributes());
      assertThat(running.scan(0, 0)).isEqualTo(new AccessScan(0, 0));
      long before = 0;
      double last = 0;
      for (double minute = 0.1; minute < 50_000; minute *= 1.7) {
        AccessScan scan = running.scan(minute, last);
        assertThat(scan.touchedEverMiB()).isBetween(before, vm.memoryMiB());
        assertThat(scan.touchedEverMiB() % 2).isZero();
        assertThat(scan.touchedSinceLastScanMiB())
            .isBetween(scan.touchedEverMiB() - before, scan.touchedEverMiB());
        assertThat(scan.touchedSinceLastScanMiB() % 2).isZero();
        before = scan.touchedEverMiB();
        last = minute;
      }
      assertThat(before).isPositive();
    }
  }

  @Test
  void strangers_liveToo() {
    VmAttributes bare = new VmAttributes("mine", 3, 1_001, null, null, null, null, null);
    VmAttributes odd =
        new VmAttributes(
            "x", 1024, 32L << 20, "customer-x", "?", "beos", "mars", "customer-9999999");
    VmAttributes tiny = new VmAttributes("y", 1, 64, "customer-99999999999", null, null, null, "");
    for (VmAttributes vm : List.of(bare, odd, tiny)) {
      SimulatedVm running = fleet.running(vm);
      for (MemorySplit split : splits(vm.memoryMiB())) {
        agree(running.counters(30, split), vm.vcpus());
      }
      assertThat(running.scan(1e6, 0).touchedEverMiB()).isBetween(2L, vm.memoryMiB());
      assertThat(running.scan(10, 5)).isEqualTo(fleet.running(vm).scan(10, 5));
    }
    assertThat(fleet.running(bare).scan(10, 0))
        .isNotEqualTo(
            fleet
                .running(new VmAttributes("other", 3, 1_001, null, null, null, null, null))
                .scan(10, 0));
  }

  @Test
  void workload_isKnownByItsNameWhoeverRunsIt() {
    String sensitive = "gapbs.bc-urand.0";
    String calm = "spec.648.exchange2_s.0";
    for (int i = 0; i < 20; i++) {
      assertThat(slowdown("vm-" + i, sensitive)).isGreaterThan(slowdown("vm-" + i, calm) + 5);
    }
  }

  private double slowdown(String vmId, String workload) {
    VmAttributes vm = new VmAttributes(vmId, 4, 8_192, null, null, null, null, workload);
    return oracle.slowdownPercent(vm, 600, MemorySplit.pool(8_192, Scenario.S182));
  }

  @Test
  void million_samplesAreCheap() {
    SimulatedVm running = fleet.running(fleet.vm(0).attributes());
    MemorySplit split = new MemorySplit(500, 1_292, Scenario.S182);
    long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    long sum = 0;
    for (int second = 0; second < 1_000_000; second++) {
      sum += running.counters(second, split).value(PmuCounter.CYCLES);
    }
    assertThat(sum).isPositive();
    long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
    assertThat(nanos).isLessThan(5_000_000_000L);
  }

  @Test
  void vm_refusesTimesBeforeItsStart() {
    SimulatedVm running = fleet.running(fleet.vm(0).attributes());
    MemorySplit local = MemorySplit.local(1_792, Scenario.S182);
    assertThatThrownBy(() -> running.counters(-1, local)).hasMessageContaining("second is -1");
    assertThatThrownBy(() -> running.scan(3, 4)).hasMessageContaining("lastMinute <= minute");
    assertThatThrownBy(() -> running.scan(Double.NaN, 0)).hasMessageContaining("NaN");
  }

  private List<Arrival> vms(int count) {
    return LongStream.range(0, count).mapToObj(i -> fleet.vm(i * 101)).toList();
  }

  private static List<MemorySplit> splits(long memoryMiB) {
    return List.of(
        MemorySplit.local(memoryMiB, Scenario.S182),
        MemorySplit.pool(memoryMiB, Scenario.S222),
        new MemorySplit(memoryMiB / 4, memoryMiB - memoryMiB / 4, Scenario.S182),
        new MemorySplit(0, 0, Scenario.S222));
  }

  private static double sum(SimulatedVm vm, PmuCounter counter, MemorySplit split) {
    double sum = 0;
    for (long second = 0; second < 1_200; second++) {
      sum += vm.counters(second, split).value(counter);
    }
    return sum;
  }
}
