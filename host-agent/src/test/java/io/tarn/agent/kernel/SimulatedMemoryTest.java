package io.tarn.agent.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.agent.world.ManualStrand;
import io.tarn.contracts.InvalidField;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedMemoryTest {

  private static final SliceId SLICE = new SliceId("p1", 0);

  private final ManualStrand clock = new ManualStrand();

  @ParameterizedTest
  @CsvSource({"2097152,512", "134217728,8", "1073741824,1", "2147483648,1"})
  void blocksPerSlice_followsTheBlockSize(long blockBytes, int blocks) {
    assertThat(memory(blockBytes, StuckFaults.NONE, 1).blocksPerSlice()).isEqualTo(blocks);
  }

  @Test
  void online_takesMicroseconds() {
    SimulatedMemory memory = memory(128 << 20, StuckFaults.NONE, 1);
    long before = clock.nowMillis();
    await(memory.online(SLICE));
    assertThat(clock.nowMillis() - before).isLessThan(1);
    assertThat(memory.onlineBlocks()).isEqualTo(Map.of(SLICE, 8));
  }

  @Test
  void offline_takesTenToAHundredMillisOverItsBlocks() {
    for (int seed = 0; seed < 50; seed++) {
      SimulatedMemory memory = memory(128 << 20, StuckFaults.NONE, seed);
      await(memory.online(SLICE));
      long before = clock.nowMillis();
      for (int left = 7; left >= 0; left--) {
        assertThat(await(memory.offlineOne(SLICE))).isEqualTo(new BlockResult.Offlined());
        assertThat(memory.onlineBlocks(SLICE)).isEqualTo(left);
      }
      assertThat(clock.nowMillis() - before).isBetween(9L, 101L);
    }
  }

  @Test
  void offlineUnused_leavesWhatIsUsed_andWhatIsBroughtBackIsWholeAgain() {
    SimulatedMemory memory = memory(128 << 20, StuckFaults.NONE, 1);
    await(memory.online(SLICE));
    for (int left = 7; left >= 4; left--) {
      assertThat(await(memory.offlineUnused(SLICE))).isTrue();
      assertThat(memory.onlineBlocks(SLICE)).isEqualTo(left);
    }
    assertThat(memory.offlineUnused(SLICE)).isCompletedWithValue(false);
    assertThat(memory.onlineBlocks(SLICE)).isEqualTo(4);
    await(memory.online(SLICE));
    assertThat(memory.onlineBlocks(SLICE)).isEqualTo(8);
  }

  @Test
  void usedShare_isDrawnWithinItsBounds_andABlockStays() {
    SplittableRandom random = new SplittableRandom(1);
    Set<Integer> drawn = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      drawn.add(new UsedShare(25, 75).draw(random, 8));
    }
    assertThat(drawn).containsExactlyInAnyOrder(2, 3, 4, 5, 6);
    assertThat(new UsedShare(0, 0).draw(random, 8)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "60-40", "-1-5", "1-2-3", "a-b", "0-101"})
  void usedShare_badRange_isRefused(String range) {
    assertThatThrownBy(() -> UsedShare.percent(range)).isInstanceOf(InvalidField.class);
  }

  @Test
  void offline_nothingOnline_isDoneAtOnce() {
    SimulatedMemory memory = memory(128 << 20, new StuckFaults(1), 1);
    assertThat(memory.offlineOne(SLICE)).isCompletedWithValue(new BlockResult.Offlined());
  }

  @Test
  void offline_withFaults_getsStuckAsOftenAsToldForEveryCause() {
    SimulatedMemory memory = memory(128 << 20, new StuckFaults(0.25), 3);
    Set<String> causes = new HashSet<>();
    int stuck = 0;
    for (int attempt = 0; attempt < 400; attempt++) {
      await(memory.online(SLICE));
      while (memory.onlineBlocks(SLICE) > 0) {
        if (await(memory.offlineOne(SLICE)) instanceof BlockResult.Stuck found) {
          causes.add(found.cause());
          stuck++;
          break;
        }
      }
    }
    // 400 draws at 0.25: mean 100, standard deviation 8.7, bounds at four of them
    assertThat(stuck).isBetween(65, 135);
    assertThat(causes).containsExactlyInAnyOrder("pinned", "kernel-page", "huge-page");
  }

  @Test
  void offline_sameSeed_takesTheSameTime() {
    assertThat(millisToOffline(9)).isEqualTo(millisToOffline(9));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "100-10", "-1-5", "1-2-3", "a-b", "0-600001"})
  void delays_badRange_isRefused(String range) {
    assertThatThrownBy(() -> KernelDelays.offlineMillisPerGiB(range))
        .isInstanceOf(InvalidField.class);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY})
  void faults_badRate_isRefused(double rate) {
    assertThatThrownBy(() -> new StuckFaults(rate))
        .isInstanceOf(InvalidField.class)
        .hasMessageContaining("0..1");
  }

  private long millisToOffline(long seed) {
    SimulatedMemory memory = memory(128 << 20, StuckFaults.NONE, seed);
    await(memory.online(SLICE));
    long before = clock.nowMillis();
    while (memory.onlineBlocks(SLICE) > 0) {
      await(memory.offlineOne(SLICE));
    }
    return clock.nowMillis() - before;
  }

  private <T> T await(CompletableFuture<T> future) {
    while (!future.isDone()) {
      clock.step();
    }
    return future.join();
  }

  private SimulatedMemory memory(long blockBytes, StuckFaults faults, long seed) {
    return new SimulatedMemory(
        blockBytes,
        Map.of(),
        KernelDelays.PUBLISHED,
        faults,
        new UsedShare(50, 50),
        clock,
        new SplittableRandom(seed));
  }
}
