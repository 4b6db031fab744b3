package io.tarn.trainer.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MispredictionsTest {

  private static final int ALL = 100;

  @Test
  void upper_noneWrong_isWhatSoFewCanTell() {
    // z = 1.6449: z^2 / (100 + z^2)
    assertThat(of(ALL, i -> "alone-" + i).upperPercent()).isCloseTo(2.6343, within(1e-3));
  }

  @Test
  void upper_fourWrongOnTheirOwn_isWilsons() {
    Mispredictions wrong = of(ALL, i -> "alone-" + i);
    IntStream.range(0, 4).forEach(i -> wrong.change(i, 1));

    // (0.04 + z^2/200 + z sqrt(0.04 * 0.96 / 100 + z^2 / 40000)) / (1 + z^2/100)
    assertThat(wrong.upperPercent()).isCloseTo(8.6153, within(1e-3));
  }

  @Test
  void upper_fourWrongOfOneGroup_isThatOfFewerVms() {
    Mispredictions wrong = of(ALL, i -> "group-" + i / 25);
    IntStream.range(0, 4).forEach(i -> wrong.change(i, 1));

    // groups differ from 1 by 3, 1, 1, 1: 12 against 3.84, so 100 VMs tell what 32 would
    assertThat(wrong.upperPercent()).isCloseTo(14.1278, within(1e-3));
  }

  @Test
  void change_andBack_leavesNothing() {
    Mispredictions wrong = of(ALL, i -> "group-" + i / 25);
    double before = wrong.upperPercent();
    wrong.change(3, 1);
    wrong.change(4, 1);
    wrong.change(3, -1);
    wrong.change(4, -1);

    assertThat(wrong.count()).isZero();
    assertThat(wrong.upperPercent()).isEqualTo(before);
  }

  @Test
  void upper_ofGroupsThatDiffer_holdsAsOftenAsItSays() {
    Random random = new Random(1);
    int held = 0;
    int draws = 2000;
    for (int draw = 0; draw < draws; draw++) {
      Mispredictions wrong = of(1000, i -> "group-" + i / 10);
      for (int group = 0; group < 100; group++) {
        double share = random.nextInt(5) == 0 ? 0.2 : 0;
        for (int i = 0; i < 10; i++) {
          wrong.change(group * 10 + i, random.nextDouble() < share ? 1 : 0);
        }
      }
      held += wrong.upperPercent() >= 4 ? 1 : 0;
    }
    // 95 %, and 4 standard deviations of a binomial below
    assertThat(held).isGreaterThan((int) (draws * 0.93));
  }

  private static Mispredictions of(int vms, IntFunction<String> group) {
    List<JudgedVm> all =
        IntStream.range(0, vms)
            .mapToObj(i -> new JudgedVm(group.apply(i), 1024, Float.NaN, false, 0, 1024))
            .toList();
    return new Mispredictions(all, 0.95);
  }
}
