package io.tarn.contracts.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.contracts.InvalidField;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UntouchedFeaturesTest {

  private static final Categories CATEGORIES =
      new Categories(List.of("small", "large"), List.of("linux"), List.of("north", "south"));

  @Test
  void of_vmOfAKnownCustomer_isInTheOrderOfTheNames() {
    UntouchedPast customer = new UntouchedPast(12, 0.125f, 0.25f, 0.5f, 0.75f, 5_400_000);
    UntouchedPast type = new UntouchedPast(3, 0, 0.25f, 0.25f, 1, 7_200_000);
    VmTraits traits = new VmTraits(7_168, 2, "large", "linux", "south", true, customer, type);

    assertThat(UntouchedFeatures.of(traits, CATEGORIES))
        .containsExactly(
            7168, 2, 3584, 2, 1, 2, 1, 1, 12, 0.125f, 0.25f, 0.5f, 0.75f, 1.5f, 1, 3, 0, 0.25f,
            0.25f, 1, 2);
    assertThat(UntouchedFeatures.NAMES).hasSize(21).doesNotHaveDuplicates();
  }

  @Test
  void of_coldCustomerAndUnknownNames_hasNoNaN() {
    VmTraits traits =
        new VmTraits(1_792, 1, "huge", "", "", false, UntouchedPast.NONE, UntouchedPast.NONE);

    assertThat(UntouchedFeatures.of(traits, CATEGORIES))
        .containsExactly(
            1792, 1, 1792, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, 0, 0, -1, -1, -1, -1, -1);
  }

  @ParameterizedTest
  @CsvSource({
    "p05, -0.1, 0.2, 0.3, 0.4",
    "p05, NaN, 0.2, 0.3, 0.4",
    "p25, 0.3, 0.2, 0.3, 0.4",
    "p50, 0.1, 0.2, 0.1, 0.4",
    "p75, 0.1, 0.2, 0.3, 1.1",
    "p75, 0.1, 0.2, 0.3, NaN"
  })
  void past_percentilesThatFallOrLeaveTheRange_areRefused(
      String field, float p05, float p25, float p50, float p75) {
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> new UntouchedPast(1, p05, p25, p50, p75, 0))
        .satisfies(e -> assertThat(e.field()).isEqualTo(field));
  }

  @Test
  void categories_nameTwice_isRefused() {
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> new Categories(List.of("a", "a"), List.of(), List.of()))
        .satisfies(e -> assertThat(e.field()).isEqualTo("vmTypes"));
  }
}
