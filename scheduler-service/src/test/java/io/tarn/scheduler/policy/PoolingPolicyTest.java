package io.tarn.scheduler.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tarn.contracts.placement.VmRequest;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoolingPolicyTest {

  @ParameterizedTest
  @CsvSource({
    // policy, memoryMiB, pool use, ceiling GiB, reason
    "all-local,   65536, ALLOWED, 0, policy-all-local",
    "static:15,   65536, ALLOWED, 9, static-share", // 9.6 GiB
    "static:15,    7168, ALLOWED, 1, static-share", // 1.05 GiB
    "static:15,    6144, ALLOWED, 0, share-below-one-slice", // 0.9 GiB
    "static:15,    1792, ALLOWED, 0, share-below-one-slice",
    "static:15,   65536, NEVER,   0, request-forbids-pool",
    "static:0,    65536, ALLOWED, 0, share-below-one-slice",
    "static:100,   8192, ALLOWED, 8, static-share",
    "static:100,   1792, ALLOWED, 1, static-share", // 1.75 GiB
    "static:100, 2097152, ALLOWED, 1024, static-share", // 2 TiB: one pool at the most
  })
  void ceiling_isTheShareInWholeGiB(
      String policy, long memoryMiB, VmRequest.PoolUse use, int poolGiB, String reason) {
    VmRequest request =
        new VmRequest("v", 4, memoryMiB, null, null, null, null, null, use, Map.of());
    PoolingPolicy parsed = PoolingPolicy.parse(policy);
    assertThat(parsed.name()).isEqualTo(policy);
    assertThat(parsed.ceiling(request)).isEqualTo(new PoolCeiling(poolGiB, reason));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "ponds", "static", "static:", "static:101", "static:-1", "static:1.5"})
  void parse_unknown_namesThePropertyAndWhatThereIs(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PoolingPolicy.parse(text))
        .withMessage(
            "tarn.placement.policy is \""
                + text
                + "\", accepted: all-local, pond, or static:PERCENT with PERCENT from 0 to 100");
  }
}
