package io.tarn.pool.fence;

/** Is told what was refused because of a fence, for metrics. */
public interface Rejections {

  /** Observations of a fenced host were refused. */
  void observations(int count);

  /** A grant on a fenced host was refused. */
  void grant();
}
