package io.tarn.chassis.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.contracts.InvalidField;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageRequestTest {

  @Test
  void nothingAsked_isTheFirstPage() {
    assertThat(PageRequest.of(null, null)).isEqualTo(new PageRequest("", 100));
    assertThat(PageRequest.of("", 1000)).isEqualTo(new PageRequest("", 1000));
  }

  @Test
  void next_goesOnAfterTheLast() {
    String cursor = new PageRequest("", 2).next(List.of("a", "b/\u00e4"), key -> key);
    assertThat(cursor).isNotNull().matches("[A-Za-z0-9_-]+");
    assertThat(PageRequest.of(cursor, 2)).isEqualTo(new PageRequest("b/\u00e4", 2));
  }

  @Test
  void next_ofAPageThatIsNotFull_isAbsent() {
    assertThat(new PageRequest("", 3).next(List.of("a", "b"), key -> key)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "a b", "====", "\u00e4", "zz", "YQ=="})
  void cursor_notGivenOut_isRefused(String cursor) {
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> PageRequest.of(cursor, 1))
        .satisfies(e -> assertThat(e.field()).isEqualTo("cursor"));
  }

  @Test
  void cursor_withWhatNoStoreTakes_isRefused() {
    String zero =
        Base64.getUrlEncoder().withoutPadding().encodeToString("a\u0000b".getBytes(UTF_8));
    assertThatExceptionOfType(InvalidField.class).isThrownBy(() -> PageRequest.of(zero, 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 1001})
  void limit_outOfRange_isRefused(int limit) {
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> PageRequest.of(null, limit))
        .satisfies(e -> assertThat(e.accepted()).isEqualTo("1..1000"));
  }
}
