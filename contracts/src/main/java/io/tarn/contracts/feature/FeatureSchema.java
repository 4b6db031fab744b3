package io.tarn.contracts.feature;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import java.util.List;

/**
 * The features of one kind in the order in which a vector holds them.
 *
 * @param kind what they describe, for example {@code counters}
 * @param version rises whenever a feature changes its meaning, place or unit, from 1
 * @param names one for each place of a vector, units in the names
 */
public record FeatureSchema(String kind, int version, List<String> names) {

  /** Checks the parts. */
  public FeatureSchema {
    Check.id("kind", kind);
    Check.range("version", version, 1, Integer.MAX_VALUE);
    names = Check.items("names", names);
    Check.range("names.size", names.size(), 1, 1000);
  }

  /** Places in a vector. */
  public int size() {
    return names.size();
  }

  /**
   * A vector from outside, checked.
   *
   * @param vectorVersion the version under which it was written
   * @param values its values
   * @return the values as an array of {@link #size()} finite numbers
   * @throws InvalidField when version or length are others or a value is not finite
   */
  public float[] vector(int vectorVersion, List<Float> values) {
    Check.range("feature_version", vectorVersion, version, version);
    Check.range("features.size", values.size(), size(), size());
    float[] vector = new float[size()];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = values.get(i);
      if (!Float.isFinite(vector[i])) {
        throw new InvalidField(names.get(i), Float.toString(vector[i]), "a finite number");
      }
    }
    return vector;
  }
}
