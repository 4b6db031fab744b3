package io.tarn.local.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ClusterShapeTest {

  @Test
  void hostsOf_spreadsHostsOverPools() {
    ClusterShape shape = new ClusterShape(5, 2, 16, 56, 64);
    assertThat(shape.hostsOf("pool-0")).containsExactly("host-00", "host-01", "host-02");
    assertThat(shape.hostsOf("pool-1")).containsExactly("host-03", "host-04");
  }

  @Test
  void poolsOf_isEmptyWithoutPools() {
    assertThat(new ClusterShape(3, 0, 16, 56, 64).poolsOf(2)).isEmpty();
  }

  @Test
  void shape_refusesWhatCannotBeWired() {
    assertThatThrownBy(() -> new ClusterShape(2, 3, 16, 56, 64))
        .hasMessageContaining("--pools is 3, accepted: 0..2");
    assertThatThrownBy(() -> new ClusterShape(200, 2, 16, 56, 64))
        .hasMessageContaining("--hosts for each pool is 100, accepted: 1..64");
    assertThatThrownBy(() -> new ClusterShape(0, 0, 16, 56, 64))
        .hasMessageContaining("--hosts is 0");
  }
}
