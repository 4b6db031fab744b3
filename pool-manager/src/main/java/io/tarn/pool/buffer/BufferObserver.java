package io.tarn.pool.buffer;

import io.tarn.contracts.pool.PoolBuffer;

/** Is told how buffers stand, for metrics. */
public interface BufferObserver {

  /** A pool's buffer was looked at. */
  void looked(PoolBuffer buffer);
}
