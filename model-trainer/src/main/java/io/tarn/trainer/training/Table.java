package io.tarn.trainer.training;

import java.util.List;
import smile.data.DataFrame;
import smile.data.formula.Formula;
import smile.data.type.StructType;

/** Vectors as Smile takes them; every number in it is a float32. */
public final class Table {

  static final String LABEL = "label";
  static final Formula FORMULA = Formula.lhs(LABEL);

  private Table() {}

  static DataFrame of(List<float[]> rows, List<String> names) {
    double[][] wide = new double[rows.size()][];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = wide(rows.get(i));
    }
    return DataFrame.of(wide, names.toArray(String[]::new));
  }

  /** The same numbers as doubles. */
  public static double[] wide(float[] row) {
    double[] wide = new double[row.length];
    for (int i = 0; i < row.length; i++) {
      wide[i] = row[i];
    }
    return wide;
  }

  /** What Smile calls the columns of a vector. */
  public static StructType schema(List<String> names) {
    return DataFrame.of(new double[1][names.size()], names.toArray(String[]::new)).schema();
  }
}
