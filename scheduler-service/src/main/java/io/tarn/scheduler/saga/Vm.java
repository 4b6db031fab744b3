package io.tarn.scheduler.saga;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.placement.PlacementKind;
import io.tarn.contracts.placement.VmRequest;
import io.tarn.contracts.placement.VmView;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.scheduler.placement.Place;
import org.jspecify.annotations.Nullable;

/**
 * A VM as its row says.
 *
 * @param vmId its name
 * @param phase where it is
 * @param request what was asked for
 * @param policy the policy that decided
 * @param attempt which attempt to place it this is, from 1
 * @param place where it is, or is to be
 * @param acknowledged whether a client was told 2xx
 */
public record Vm(
    String vmId,
    Phase phase,
    VmRequest request,
    String policy,
    int attempt,
    Place place,
    boolean acknowledged) {

  /** A VM that nobody has asked for before. */
  public static Vm first(VmRequest request, String policy, Place place) {
    return begun(request, policy, 1, place);
  }

  /** The same name after it was refused; what is asked for now may differ. */
  Vm askedAgain(VmRequest again, String newPolicy, Place newPlace) {
    Vm vm = begun(again, newPolicy, attempt + 1, newPlace);
    phase.to(vm.phase);
    return vm;
  }

  /** The next attempt, which replaces this one. */
  public Vm moved(String newPolicy, Place newPlace) {
    Phase next = newPlace.pooled() ? phase : phase.to(Phase.READY);
    return new Vm(
        vmId, next, request, newPolicy, attempt + 1, newPlace, acknowledged || next == Phase.READY);
  }

  /** The VM one step further; whoever is placed or ready counts as acknowledged. */
  public Vm to(Phase next) {
    boolean told = acknowledged || next == Phase.PLACED || next == Phase.READY;
    return new Vm(vmId, phase.to(next), request, policy, attempt, place, told);
  }

  /** The name of its grant; {@code null} when it has no pool memory. */
  public @Nullable GrantId grantId() {
    return place.pooled() ? new GrantId(vmId, attempt) : null;
  }

  /** What is asked of the pool manager; only for a VM with pool memory. */
  GrantRequest grantRequest() {
    String poolId = place.poolId();
    if (poolId == null) {
      throw new IllegalStateException(vmId + " has no pool memory");
    }
    return new GrantRequest(place.hostId(), poolId, place.poolGiB());
  }

  /** As clients see it. */
  public VmView view() {
    GrantId grant = grantId();
    return new VmView(
        vmId,
        phase.state(),
        PlacementKind.of(place.localMiB(), place.poolGiB()),
        place.hostId(),
        request.vcpus(),
        request.memoryMiB(),
        place.localMiB(),
        place.poolGiB(),
        place.poolId(),
        grant == null ? null : grant.toString(),
        attempt,
        policy);
  }

  private static Vm begun(VmRequest request, String policy, int attempt, Place place) {
    String name = request.vmId();
    if (name == null) {
      throw new IllegalArgumentException("a request without a name");
    }
    Phase phase = place.pooled() ? Phase.PENDING : Phase.READY;
    return new Vm(name, phase, request, policy, attempt, place, phase == Phase.READY);
  }
}
