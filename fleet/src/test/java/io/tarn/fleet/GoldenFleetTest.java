package io.tarn.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.bus.PmuCounter;
import io.tarn.fleet.oracle.Oracle;
import io.tarn.fleet.vm.AccessScan;
import io.tarn.fleet.vm.CounterSample;
import io.tarn.fleet.vm.MemorySplit;
import io.tarn.fleet.vm.Scenario;
import io.tarn.fleet.vm.VmAttributes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/**
 * The fleet is frozen: what is measured on it today can be compared with what is measured later. A
 * change that breaks this hash raises {@link Fleet#VERSION} and measures everything again.
 */
class GoldenFleetTest {

  private static final String GOLDEN =
      "4d7b18b358ea213675e739b3e49bde11c65acee7649d626d372540d7a3b1a49a";

  private final MessageDigest digest = sha256();

  @Test
  void firstThousandVmsOfSeed1_areThoseOfThisVersion() {
    Fleet fleet = new Fleet(1);
    Oracle oracle = new Oracle(fleet);
    for (int i = 0; i < 1_000; i++) {
      Arrival vm = fleet.vm(i);
      VmAttributes attributes = vm.attributes();
      add(attributes.toString());
      add(vm.arrivalSeconds());
      add(vm.lifeSeconds());
      add(oracle.untouchedMiB(vm));
      for (Scenario scenario : Scenario.values()) {
        MemorySplit half =
            new MemorySplit(vm.memoryMiB() / 2, vm.memoryMiB() - vm.memoryMiB() / 2, scenario);
        add(oracle.slowdownPercent(attributes, vm.lifeSeconds(), half));
        MemorySplit pool = MemorySplit.pool(vm.memoryMiB(), scenario);
        add(oracle.slowdownPercent(attributes, vm.lifeSeconds(), pool));
        samples(fleet.running(attributes), half, pool);
      }
    }
    for (String workload : fleet.workloads()) {
      add(fleet.sensitivityRun(workload, Scenario.S182).slowdownPercent());
    }
    assertThat(Fleet.VERSION).isEqualTo(1);
    assertThat(HexFormat.of().formatHex(digest.digest())).isEqualTo(GOLDEN);
  }

  private void samples(SimulatedVm vm, MemorySplit half, MemorySplit pool) {
    for (long second : new long[] {0, 59, 3_600, 1_000_000}) {
      add(vm.counters(second, half));
      add(vm.counters(second, pool));
    }
    for (double minute : new double[] {1, 5.5, 30, 10_000}) {
      AccessScan scan = vm.scan(minute, minute / 2);
      add(scan.touchedEverMiB());
      add(scan.touchedSinceLastScanMiB());
    }
  }

  private void add(CounterSample sample) {
    for (PmuCounter counter : CounterSample.counters()) {
      add(sample.value(counter));
    }
  }

  private void add(double value) {
    add(Long.toHexString(Double.doubleToLongBits(value)));
  }

  private void add(long value) {
    add(Long.toHexString(value));
  }

  private void add(String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) '\n');
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
