package io.tarn.scheduler.saga;

import io.tarn.scheduler.placement.Decision;
import java.time.Duration;
import java.util.Optional;

/**
 * The rows of VMs on their way in. Each method is one transaction, with the events that tell of it.
 */
public interface VmStore {

  /** A VM that was asked for before, refused ones too. */
  Optional<Known> find(String vmId);

  /**
   * Writes a VM's first row, or its next after it was refused; this replica drives it.
   *
   * @param vm the row
   * @param decision why there
   */
  Commit reserve(Vm vm, Decision.Placed decision);

  /**
   * Replaces an attempt by the next; the earlier one's grant is withdrawn from then on.
   *
   * @param from the row as it must be
   * @param to the row as it shall be
   * @param decision why there
   */
  Commit move(Vm from, Vm to, Decision.Placed decision);

  /**
   * Notes that the grant of the attempt is committed.
   *
   * @param vm the row as it must be, PENDING
   */
  Commit place(Vm vm);

  /**
   * Gives a VM up that no client was told of.
   *
   * @param vm the row as it must be, PENDING
   * @return whether it was given up; not, when someone was faster or a client was told meanwhile
   */
  boolean refuse(Vm vm);

  /**
   * Lets a VM rest until another try, by any replica.
   *
   * @param vm the row as it must be, PENDING
   */
  void rest(Vm vm, Duration pause);

  /**
   * Notes that a client is told that the VM is accepted.
   *
   * @return the row, if it is still PENDING
   */
  Optional<Vm> acknowledge(String vmId);

  /** Takes over a PENDING VM that nobody drives any more. */
  Optional<Vm> takeOver();
}
