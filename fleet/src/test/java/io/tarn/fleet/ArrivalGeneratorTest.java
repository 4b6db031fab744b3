package io.tarn.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures are those published for Azure in 2017. */
class ArrivalGeneratorTest {

  private static final List<Arrival> MANY = new ArrivalGenerator(7).day(200_000);

  @Test
  void day_sameSeedGivesSameArrivals() {
    assertThat(new ArrivalGenerator(1).day(500)).isEqualTo(new ArrivalGenerator(1).day(500));
    assertThat(new ArrivalGenerator(1).day(500)).isNotEqualTo(new ArrivalGenerator(2).day(500));
  }

  @Test
  void day_isInOrderWithinOneDayAndNumbered() {
    double before = 0;
    for (int i = 0; i < MANY.size(); i++) {
      assertThat(MANY.get(i).sequence()).isEqualTo(i);
      assertThat(MANY.get(i).arrivalSeconds()).isBetween(before, 86_400.0);
      before = MANY.get(i).arrivalSeconds();
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1792,0.57", "2,3584,0.20", "4,7168,0.10", "8,14336,0.095", "8,57344,0.025"})
  void day_hasTheMixOfFlavours(int vcpus, long memoryMiB, double share) {
    assertThat(share(a -> a.vcpus() == vcpus && a.memoryMiB() == memoryMiB))
        .isCloseTo(share, offset(0.004));
  }

  @ParameterizedTest
  @CsvSource({"900,0.36", "1800,0.607", "3600,0.728", "14400,0.862", "86400,0.98"})
  void day_hasTheQuantilesOfLifetimes(double seconds, double share) {
    assertThat(share(a -> a.lifeSeconds() <= seconds)).isCloseTo(share, offset(0.015));
  }

  @Test
  void day_hasTheMeanLifetime() {
    double mean = MANY.stream().mapToDouble(Arrival::lifeSeconds).average().orElseThrow();
    assertThat(mean).isCloseTo(10_850, offset(600.0));
  }

  @Test
  void day_isBusierInTheAfternoonThanAtNight() {
    double night = share(a -> hour(a) >= 1 && hour(a) < 7);
    double afternoon = share(a -> hour(a) >= 13 && hour(a) < 19);
    // mean of 1 - 0.25 cos over the 6 hours around the extremes: 1 -+ 0.25 * sin(pi/4)/(pi/4)
    assertThat(night).isCloseTo(0.25 * (1 - 0.2251), offset(0.006));
    assertThat(afternoon).isCloseTo(0.25 * (1 + 0.2251), offset(0.006));
  }

  @Test
  void day_refusesNoArrivals() {
    assertThatThrownBy(() -> new ArrivalGenerator(1).day(0)).hasMessageContaining("count is 0");
  }

  private static double hour(Arrival arrival) {
    return arrival.arrivalSeconds() / 3600;
  }

  private static double share(Predicate<Arrival> which) {
    return MANY.stream().filter(which).count() / (double) MANY.size();
  }
}
