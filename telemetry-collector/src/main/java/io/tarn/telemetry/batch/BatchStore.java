package io.tarn.telemetry.batch;

import java.util.Map;
import java.util.Set;

/** Where batches go. */
public interface BatchStore {

  /**
   * The next offset of partitions as stored; those never read are absent.
   *
   * @param partitions which
   */
  Map<Partition, Long> offsets(Set<Partition> partitions);

  /**
   * Stores where a partition begins, unless something is stored already.
   *
   * @return the next offset as stored now
   */
  long begin(Partition partition, long offset);

  /**
   * Commits a batch: rows, events and offsets in one transaction.
   *
   * @throws LostPartitionException when another reader has moved one of its partitions; nothing was
   *     changed
   */
  Committed commit(Batch batch);
}
