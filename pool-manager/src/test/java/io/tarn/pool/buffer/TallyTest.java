package io.tarn.pool.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.pool.buffer.BufferStore.Granted;
import io.tarn.pool.buffer.BufferStore.Refused;
import io.tarn.pool.buffer.BufferStore.Released;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class TallyTest {

  @RepeatedTest(50)
  void mostWithin_isTheGreatestSumOfAnyStretch(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    int seconds = 1 + random.nextInt(60);
    long[] gib = new long[seconds];
    Tally tally = new Tally();
    for (int i = 0; i < random.nextInt(80); i++) {
      int at = random.nextInt(seconds);
      int size = 1 + random.nextInt(8);
      gib[at] += size;
      tally.add(new Granted("p", 1000 + at, size, 1));
    }
    for (int length = 1; length <= seconds + 1; length++) {
      long most = 0;
      for (int from = 0; from < seconds; from++) {
        long sum = 0;
        for (int s = from; s < Math.min(seconds, from + length); s++) {
          sum += gib[s];
        }
        most = Math.max(most, sum);
      }
      assertThat(tally.mostWithin(length)).as("within %s s", length).isEqualTo(most);
    }
  }

  @Test
  void forgetBefore_leavesWhatIsYounger() {
    Tally tally = new Tally();
    tally.add(new Granted("p", 10, 8, 2));
    tally.add(new Granted("p", 11, 4, 3));
    tally.add(new Released("p", 10, 900, 5, 40));
    tally.add(new Released("p", 11, 100, 1, 4));
    assertThat(tally.sizes()).isEqualTo(Map.of(8, 2L, 4, 3L));
    assertThat(tally.releaseMillis(0.99)).isEqualTo(OptionalLong.of(900));

    tally.forgetBefore(11);

    assertThat(tally.sizes()).isEqualTo(Map.of(4, 3L));
    assertThat(tally.largestGiB()).isEqualTo(4);
    assertThat(tally.since(0)).isEqualTo(new Tally.Sum(3, 12, 12, 4));
    assertThat(tally.since(12)).isEqualTo(new Tally.Sum(0, 0, 0, 0));
    assertThat(tally.released()).isEqualTo(1);
    assertThat(tally.releaseMillis(0.99)).isEqualTo(OptionalLong.of(100));

    tally.forgetBefore(12);

    assertThat(tally.largestGiB()).isZero();
    assertThat(tally.mostWithin(100)).isZero();
    assertThat(tally.releaseMillis(0.99)).isEmpty();
  }

  @Test
  void refused_countsAsAskedForAndIsForgottenLikeIt() {
    Tally tally = new Tally();
    tally.add(new Granted("p", 10, 4, 2));
    tally.add(new Refused("p", 10, 4, 1));
    tally.add(new Refused("p", 11, 16, 3));
    assertThat(tally.sizes()).isEqualTo(Map.of(4, 3L, 16, 3L));
    assertThat(tally.largestGiB()).isEqualTo(16);
    assertThat(tally.mostWithin(1)).isEqualTo(48);
    assertThat(tally.mostWithin(2)).isEqualTo(60);
    assertThat(tally.since(0)).isEqualTo(new Tally.Sum(6, 60, 8, 0));

    tally.forgetBefore(11);

    assertThat(tally.sizes()).isEqualTo(Map.of(16, 3L));
    assertThat(tally.since(0)).isEqualTo(new Tally.Sum(3, 48, 0, 0));
  }

  @Test
  void releaseMillis_isNotExceededByTheShare() {
    Tally tally = new Tally();
    tally.add(new Released("p", 1, 50, 98, 98));
    tally.add(new Released("p", 1, 200, 1, 1));
    tally.add(new Released("p", 2, 5000, 1, 1));
    assertThat(tally.releaseMillis(0.98)).isEqualTo(OptionalLong.of(50));
    assertThat(tally.releaseMillis(0.99)).isEqualTo(OptionalLong.of(200));
    assertThat(tally.releaseMillis(1)).isEqualTo(OptionalLong.of(5000));
  }
}
