package io.tarn.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.contracts.InvalidField;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SamplingTest {

  @Test
  void counted_everyMinute() {
    assertThat(LongStream.range(0, 7_200)).allMatch(new Sampling(1, 30)::counted);
  }

  @Test
  void counted_oneMinuteInThree_beginsWithTheSecond() {
    Sampling sampling = new Sampling(3, 30);
    assertThat(LongStream.range(0, 420).filter(sampling::counted).boxed().toList())
        .containsExactlyElementsOf(
            LongStream.concat(LongStream.range(60, 120), LongStream.range(240, 300))
                .boxed()
                .toList());
  }

  @Test
  void nextCounted_isTheFirstFromThereOn() {
    for (int every : new int[] {1, 2, 3, 360, 1440}) {
      Sampling sampling = new Sampling(every, 30);
      for (long second = 0; second < 500; second++) {
        long next = sampling.nextCounted(second);
        assertThat(sampling.counted(next)).isTrue();
        assertThat(LongStream.range(second, next)).noneMatch(sampling::counted);
      }
    }
  }

  @Test
  void sampling_outOfRange() {
    assertThatThrownBy(() -> new Sampling(0, 30))
        .isInstanceOf(InvalidField.class)
        .hasMessageContaining("pmu-every-minutes");
    assertThatThrownBy(() -> new Sampling(1, 1441))
        .isInstanceOf(InvalidField.class)
        .hasMessageContaining("scan-every-minutes");
  }
}
