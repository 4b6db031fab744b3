package io.tarn.fleet;

import java.util.List;

/** The flavours of a cloud and how often each is rented. */
record FlavourMix(List<Flavour> flavours) {

  /**
   * The mix of Azure in 2017 (Cortez et al., SOSP'17): 1 core with 1.75 GiB 57 %, 2 with 3.5 20 %,
   * 4 with 7 10 %, 8 with 14 9.5 %, 8 with 56 2.5 %; the last percent is spread over small others.
   */
  static final FlavourMix AZURE =
      new FlavourMix(
          List.of(
              new Flavour(1, 1792, 0.57),
              new Flavour(2, 3584, 0.20),
              new Flavour(4, 7168, 0.10),
              new Flavour(8, 14336, 0.095),
              new Flavour(8, 57344, 0.025),
              new Flavour(1, 768, 0.006),
              new Flavour(2, 14336, 0.002),
              new Flavour(4, 28672, 0.002)));

  private static final double ROUNDING = 1e-9;

  FlavourMix {
    flavours = List.copyOf(flavours);
    double sum = flavours.stream().mapToDouble(Flavour::share).sum();
    if (Math.abs(sum - 1) > ROUNDING) {
      throw new IllegalArgumentException("the shares add up to " + sum + ", accepted: 1");
    }
  }

  /**
   * Which flavour is at a point of the distribution.
   *
   * @param point 0 to below 1
   * @return its place in {@link #flavours}
   */
  int at(double point) {
    double below = 0;
    for (int i = 0; i < flavours.size(); i++) {
      below += flavours.get(i).share();
      if (point < below) {
        return i;
      }
    }
    return flavours.size() - 1;
  }
}
