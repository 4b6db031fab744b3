package io.tarn.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GrantIdTest {

  @ParameterizedTest
  @CsvSource({
    "vm1.1,                vm1,       1",
    "vm.with.dots.12,      vm.with.dots, 12",
    "v.1.2,                v.1,       2",
    "a-b_c.1000000,        a-b_c,     1000000",
    "9.9,                  9,         9",
  })
  void parse_readsWhatToStringWrites(String text, String vmId, int attempt) {
    assertThat(GrantId.parse(text)).isEqualTo(new GrantId(vmId, attempt));
    assertThat(new GrantId(vmId, attempt)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "vm1",
        ".1",
        "vm1.",
        "vm1.0",
        "vm1.-1",
        "vm1.01",
        "vm1.+1",
        "vm1.1x",
        "vm1. 1",
        "vm1.1000001",
        "vm1.99999999999999999999",
        "-vm.1",
        "v m.1",
        "vm/1.1",
        "vm1.\u0661",
      })
  void parse_otherText_isRefused(String text) {
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> GrantId.parse(text))
        .satisfies(e -> assertThat(e.field()).isIn("grantId", "vmId", "attempt"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 1_000_001, Integer.MIN_VALUE})
  void attempt_outOfRange_isRefused(int attempt) {
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> new GrantId("vm1", attempt))
        .withMessage("attempt is " + attempt + ", accepted: 1..1000000");
  }
}
