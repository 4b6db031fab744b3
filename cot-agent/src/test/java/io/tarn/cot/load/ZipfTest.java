package io.tarn.cot.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.tarn.cot.balance.Load;
import io.tarn.cot.balance.Loads;
import io.tarn.cot.ring.ModuloRing;
import io.tarn.cot.ring.Ring;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZipfTest {

  @Test
  void rank_isTheInverseOfTheCumulativeShare() {
    // weights 1, 1/2, 1/3, 1/4: shares 12/25, 6/25, 4/25, 3/25
    Zipf zipf = Zipf.of(4, 1);
    assertThat(zipf.share(0)).isCloseTo(0.48, within(1e-15));
    assertThat(zipf.shareOfFirst(3)).isCloseTo(0.88, within(1e-15));
    assertThat(zipf.rank(0)).isZero();
    assertThat(zipf.rank(0.4799)).isZero();
    assertThat(zipf.rank(0.4801)).isEqualTo(1);
    assertThat(zipf.rank(0.7201)).isEqualTo(2);
    assertThat(zipf.rank(0.8801)).isEqualTo(3);
    assertThat(zipf.rank(Math.nextDown(1.0))).isEqualTo(3);
  }

  @Test
  void rank_isTheFirstThatExceeds_forEveryNumber() {
    Zipf zipf = Zipf.of(1_000, 1.2);
    double sum = 0;
    for (int rank = 0; rank < 999; rank++) {
      sum = zipf.shareOfFirst(rank + 1);
      assertThat(zipf.rank(Math.nextDown(sum))).isEqualTo(rank);
      assertThat(zipf.rank(sum)).isEqualTo(rank + 1);
    }
  }

  @Test
  void noSkew_isUniform() {
    Zipf zipf = Zipf.of(10, 0);
    assertThat(zipf.shareOfFirst(3)).isCloseTo(0.3, within(1e-12));
    assertThatIllegalArgumentException().isThrownBy(() -> Zipf.of(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> Zipf.of(10, -1));
  }

  @Test
  void keyNames_areThoseOfYcsb() {
    // FNV-1a of eight zero bytes is 0xA8C7F832281A39C5; YCSB takes the absolute value
    assertThat(KeySpace.fnv64(0)).isEqualTo(Math.abs(0xA8C7F832281A39C5L));
    assertThat(new KeySpace(1).name(0)).isEqualTo("usertable:user6284781860667377211");
  }

  /** Imbalance of the exact loads as published, over 8 back ends with spymemcached's default. */
  @ParameterizedTest
  @CsvSource({"0.9, 1.35", "0.99, 1.73", "1.2, 4.15", "1.5, 16.10"})
  void exactLoads_areAsImbalancedAsPublished(double skew, double imbalance) {
    int keys = 1_000_000;
    Ring ring = new ModuloRing(IntStream.range(0, 8).mapToObj(i -> "s" + i).toList());
    Zipf zipf = Zipf.of(keys, skew);
    double[] shares = new double[8];
    for (int rank = 0; rank < keys; rank++) {
      shares[ring.backEndOf(KeySpace.nameOf(rank))] += zipf.share(rank);
    }
    List<Load> loads = new ArrayList<>();
    for (int i = 0; i < shares.length; i++) {
      loads.add(new Load("s" + i, ring.share(i), Math.round(shares[i] * 1e12)));
    }
    assertThat(new Loads(loads).imbalance()).isCloseTo(imbalance, within(0.005));
  }
}
