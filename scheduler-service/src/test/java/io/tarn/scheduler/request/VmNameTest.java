package io.tarn.scheduler.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.contracts.InvalidField;
import io.tarn.contracts.placement.VmRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VmNameTest {

  @Test
  void named_withVmId_keepsIt() {
    assertThat(VmName.named(request("a"), null, "s").vmId()).isEqualTo("a");
    assertThat(VmName.named(request("a"), "key", "s").vmId()).isEqualTo("a");
  }

  @Test
  void named_withKey_isTheSameForTheSameSubjectAndKeyOnly() {
    String name = name("key-1", "alice");
    assertThat(name("key-1", "alice")).isEqualTo(name).matches("vm-[0-9a-f-]{36}");
    assertThat(name("key-1", "bob")).isNotEqualTo(name);
    assertThat(name("key-2", "alice")).isNotEqualTo(name);
    // the border between subject and key counts
    assertThat(name("e-key", "alic")).isNotEqualTo(name("key", "alice-"));
  }

  @Test
  void named_withNeither_isRefused() {
    assertThatThrownBy(() -> VmName.named(request(null), null, "s"))
        .isInstanceOfSatisfying(
            InvalidField.class, field -> assertThat(field.field()).isEqualTo("vmId"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "two words", "tab\t", "ümlaut"})
  void named_withMalformedKey_isRefused(String key) {
    assertThatThrownBy(() -> VmName.named(request("a"), key, "s"))
        .isInstanceOfSatisfying(
            InvalidField.class, field -> assertThat(field.field()).isEqualTo("Idempotency-Key"));
  }

  @Test
  void named_withKeyOf129_isRefused() {
    assertThat(name("k".repeat(128), "s")).startsWith("vm-");
    assertThatThrownBy(() -> name("k".repeat(129), "s")).isInstanceOf(InvalidField.class);
  }

  private static String name(String key, String subject) {
    return String.valueOf(VmName.named(request(null), key, subject).vmId());
  }

  private static VmRequest request(@Nullable String vmId) {
    return new VmRequest(
        vmId, 1, 1024, null, null, null, null, null, VmRequest.PoolUse.ALLOWED, Map.of());
  }
}
