package io.tarn.contracts.placement;

/**
 * Where a VM is: PENDING -&gt; PLACED -&gt; READY -&gt; DELETING -&gt; DELETED; it may leave from
 * any.
 */
public enum VmState {
  /** Resources of a host are reserved; the pool has not answered yet. */
  PENDING,
  /** The grant is committed. */
  PLACED,
  /** Every slice was observed online; a VM without pool memory is ready at once. */
  READY,
  /** It is leaving; its grant is being withdrawn. */
  DELETING,
  /** Its host's share is free; its name is never used again. */
  DELETED;

  /** Whether it holds resources of a host. */
  public boolean holdsResources() {
    return this != DELETED;
  }
}
