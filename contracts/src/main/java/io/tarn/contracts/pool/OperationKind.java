package io.tarn.contracts.pool;

/** What a host can be ordered to do with a VM. */
public enum OperationKind {
  /** Plug the grant's memory, all of it online, into the running VM. */
  ATTACH,
  /** Pull memory of the VM out of the pool into the host's own, the VM going on. */
  COPY,
  /** Move the VM with its memory to another host. */
  MIGRATE
}
