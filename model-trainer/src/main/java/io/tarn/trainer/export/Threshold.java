package io.tarn.trainer.export;

import java.util.function.Predicate;
import smile.base.cart.InternalNode;
import smile.data.Tuple;
import smile.data.type.StructType;

/**
 * Finds where a node of Smile splits. Smile keeps the split as a double that it does not show; what
 * counts is which float32 go left, so the largest that does is searched for by asking the node.
 */
final class Threshold {

  private final double[] row;
  private final Tuple asked;

  Threshold(StructType schema) {
    this.row = new double[schema.length()];
    this.asked = Tuple.of(row, schema);
  }

  /**
   * The largest finite float32 that goes to the node's true branch; every smaller one goes there
   * too.
   *
   * @throws IllegalStateException when none does or all do: the node does not split by {@code <=}
   */
  float of(InternalNode node) {
    Predicate<Float> goesLeft =
        value -> {
          row[node.feature()] = value;
          return node.branch(asked);
        };
    long low = order(-Float.MAX_VALUE);
    long high = order(Float.MAX_VALUE);
    if (!goesLeft.test(-Float.MAX_VALUE) || goesLeft.test(Float.MAX_VALUE)) {
      throw new IllegalStateException("feature " + node.feature() + " is not split by <=");
    }
    while (high - low > 1) {
      long middle = Math.floorDiv(low + high, 2);
      if (goesLeft.test(value(middle))) {
        low = middle;
      } else {
        high = middle;
      }
    }
    row[node.feature()] = 0;
    return value(low);
  }

  /** Numbers the float32 in their order; both zeros are 0. */
  private static long order(float value) {
    int bits = Float.floatToIntBits(value);
    return bits < 0 ? (long) Integer.MIN_VALUE - bits : bits;
  }

  private static float value(long order) {
    return Float.intBitsToFloat((int) (order < 0 ? Integer.MIN_VALUE - order : order));
  }
}
