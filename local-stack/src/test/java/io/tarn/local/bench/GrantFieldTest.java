package io.tarn.local.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GrantFieldTest {

  @Test
  void place_oneAtOnce_fillsAPoolBeforeTheNext() {
    GrantField field = new GrantField("b", 1, 4);
    assertThat(IntStream.range(0, 9).mapToObj(field::place).map(GrantField.Place::poolId))
        .containsExactly("b-0", "b-0", "b-0", "b-0", "b-1", "b-1", "b-1", "b-1", "b-2");
  }

  @Test
  void place_severalAtOnce_goesRoundAndFitsEveryGrant() {
    GrantField field = new GrantField("b", 16, 128);
    Map<String, Long> perPool =
        IntStream.range(0, 2 * 16 * 128)
            .mapToObj(field::place)
            .collect(Collectors.groupingBy(GrantField.Place::poolId, Collectors.counting()));
    assertThat(perPool).hasSize(32).allSatisfy((pool, grants) -> assertThat(grants).isEqualTo(128));
    assertThat(IntStream.range(0, 16).mapToObj(field::place).map(GrantField.Place::poolId))
        .doesNotHaveDuplicates();
    assertThat(field.place(0).hostId()).isEqualTo("b-0-0");
    assertThat(
            IntStream.range(0, 256)
                .mapToObj(field::place)
                .collect(Collectors.groupingBy(Function.identity())))
        .hasSize(256);
  }
}
