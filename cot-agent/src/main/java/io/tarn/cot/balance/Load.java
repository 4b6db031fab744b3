package io.tarn.cot.balance;

/**
 * Look-ups that one back end got.
 *
 * @param backEnd which
 * @param ringShare its share of the ring, above 0, at most 1
 * @param lookUps 0 and more
 */
public record Load(String backEnd, double ringShare, long lookUps) {

  /**
   * @throws IllegalArgumentException when a value is out of range
   */
  public Load {
    if (!(ringShare > 0 && ringShare <= 1)) {
      throw new IllegalArgumentException(
          "ringShare is " + ringShare + ", accepted: above 0, at most 1");
    }
    if (lookUps < 0) {
      throw new IllegalArgumentException("lookUps is " + lookUps + ", accepted: 0 and more");
    }
  }

  /** Look-ups for each unit of ring share. */
  double weighted() {
    return lookUps / ringShare;
  }
}
