package io.tarn.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckTest {

  private static final String LONGEST_ID = "a".repeat(63);

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "0, 0, 10", "10, 0, 10", "9223372036854775807, 1, 9223372036854775807"})
  void range_inside_isGivenBack(long value, long min, long max) {
    assertThat(Check.range("f", value, min, max)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 1", "2, 1, 1", "-1, 0, 10", "11, 0, 10", "-9223372036854775808, 0, 1"})
  void range_outside_namesFieldValueAndRange(long value, long min, long max) {
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> Check.range("f", value, min, max))
        .withMessage("f is " + value + ", accepted: " + min + ".." + max)
        .satisfies(e -> assertThat(e.field()).isEqualTo("f"))
        .satisfies(e -> assertThat(e.accepted()).isEqualTo(min + ".." + max));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "0", "Vm-1_x.y", "a..b"})
  void id_inForm_isGivenBack(String id) {
    assertThat(Check.id("f", id)).isEqualTo(id);
    assertThat(Check.id("f", LONGEST_ID)).isEqualTo(LONGEST_ID);
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(strings = {".a", "-a", "_a", "a b", "a/b", "a\n", "\u00e4", "a%2f", "a\u0000"})
  void id_notInForm_isRefused(@Nullable String id) {
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> Check.id("f", id))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n").doesNotContain("\u0000"));
  }

  @Test
  void id_tooLong_isRefusedAndShownShort() {
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> Check.id("f", "a".repeat(10_000)))
        .satisfies(e -> assertThat(String.valueOf(e.getMessage()).length()).isLessThan(300));
    assertThatExceptionOfType(InvalidField.class).isThrownBy(() -> Check.id("f", LONGEST_ID + "a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", " a ", "Contoso \u00dcber 7"})
  void text_printable_isGivenBack(String text) {
    assertThat(Check.text("f", text)).isEqualTo(text);
    assertThat(Check.text("f", "x".repeat(253))).hasSize(253);
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(strings = {" ", "\t", "a\nb", "a\u0000", "a\u0085b"})
  void text_blankOrControl_isRefused(@Nullable String text) {
    assertThatExceptionOfType(InvalidField.class).isThrownBy(() -> Check.text("f", text));
  }

  @Test
  void text_halfOfASurrogatePair_isRefused() {
    assertThatExceptionOfType(InvalidField.class).isThrownBy(() -> Check.text("f", "a\ud800b"));
    assertThatExceptionOfType(InvalidField.class).isThrownBy(() -> Check.text("f", "\udc00"));
    assertThat(Check.text("f", "\ud83d\ude00")).hasSize(2);
  }

  @Test
  void text_tooLong_isRefused() {
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> Check.text("f", "x".repeat(254)));
  }

  @Test
  void present_null_isRefused() {
    assertThat(Check.present("f", "x")).isEqualTo("x");
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> Check.present("f", null))
        .withMessage("f is absent, accepted: a value");
  }

  @Test
  void items_nullOrNullInside_isRefused() {
    assertThat(Check.items("f", List.of(1, 2))).containsExactly(1, 2);
    assertThatExceptionOfType(InvalidField.class).isThrownBy(() -> Check.items("f", null));
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> Check.items("f", Arrays.asList(1, null)))
        .satisfies(e -> assertThat(e.field()).isEqualTo("f"));
  }
}
