package io.tarn.pool.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PortsTest {

  @Test
  void lowestFree_fillsGapsAndEndsAt63() {
    assertThat(Ports.lowestFree(List.of())).hasValue(0);
    assertThat(Ports.lowestFree(List.of(0, 1, 3))).hasValue(2);
    assertThat(Ports.lowestFree(IntStream.range(0, 63).boxed().toList())).hasValue(63);
    assertThat(Ports.lowestFree(IntStream.range(0, 64).boxed().toList())).isEmpty();
  }
}
