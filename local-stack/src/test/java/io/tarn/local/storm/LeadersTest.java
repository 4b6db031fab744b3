package io.tarn.local.storm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeadersTest {

  @Test
  void held_ofThatPoolAlone() {
    String metrics =
        """
        # TYPE tarn_pool_lease_held gauge
        tarn_pool_lease_held{application="pool-manager",pool="pool-1"} 1.0
        tarn_pool_lease_held{application="pool-manager",pool="pool-2"} 0.0
        """;
    assertThat(Leaders.held(metrics, "pool-1")).isTrue();
    assertThat(Leaders.held(metrics, "pool-2")).isFalse();
    assertThat(Leaders.held(metrics, "pool")).isFalse();
    assertThat(Leaders.held("", "pool-1")).isFalse();
  }
}
