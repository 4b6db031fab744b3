package io.tarn.scheduler.saga;

import io.tarn.contracts.placement.VmRequest;
import io.tarn.scheduler.placement.Decision;
import io.tarn.scheduler.placement.Rejection;
import io.tarn.scheduler.placement.SizeLimit;
import io.tarn.scheduler.request.CanonicalRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Takes requests for VMs. However often one is repeated, and on however many replicas at once,
 * there is one placement and one answer.
 */
public final class Placements {

  private final VmStore store;
  private final Claims claims;
  private final Decider decider;
  private final Driver driver;
  private final Watch watch;
  private final SagaLimits limits;
  private final SagaMeter meter;

  /**
   * @param store knows what was asked before
   * @param claims commits claims
   * @param decider finds places
   * @param driver drives what has pool memory
   * @param watch lets repeats wait
   * @param limits how often and how long
   * @param meter counts
   */
  public Placements(
      VmStore store,
      Claims claims,
      Decider decider,
      Driver driver,
      Watch watch,
      SagaLimits limits,
      SagaMeter meter) {
    this.store = store;
    this.claims = claims;
    this.decider = decider;
    this.driver = driver;
    this.watch = watch;
    this.limits = limits;
    this.meter = meter;
  }

  /**
   * Places a VM, or finds out what became of the same request before.
   *
   * @param request with a name
   */
  public CompletableFuture<Outcome> place(VmRequest request) {
    for (int tries = 1; tries <= limits.commitTries(); tries++) {
      Known known = store.find(name(request)).orElse(null);
      if (known != null && known.vm().phase() != Phase.REFUSED) {
        return repeated(request, known);
      }
      Outcome outcome = placeOnce(request, known == null ? null : known.vm(), tries);
      if (outcome != null) {
        return CompletableFuture.completedFuture(outcome);
      }
    }
    return CompletableFuture.completedFuture(new Outcome.Contended());
  }

  /** {@code null}: look again. */
  private @Nullable Outcome placeOnce(VmRequest request, @Nullable Vm refused, int tries) {
    Optional<Duration> tooOld = decider.tooOld();
    if (tooOld.isPresent()) {
      return new Outcome.ViewTooOld(tooOld.get());
    }
    Decision decision = decider.decide(request);
    if (!(decision instanceof Decision.Placed placed)) {
      return refusal(request, decision.trace().rejections());
    }
    Vm vm =
        refused == null
            ? Vm.first(request, decider.policy(), placed.place())
            : refused.askedAgain(request, decider.policy(), placed.place());
    return claims.reserve(vm, placed, tries) instanceof Commit.Done done ? reserved(done) : null;
  }

  private @Nullable Outcome reserved(Commit.Done done) {
    if (done.answer() != null) {
      return new Outcome.Answered(done.answer());
    }
    DriveEnd end = driver.drive(done.vm());
    if (end instanceof DriveEnd.Finished finished) {
      return new Outcome.Answered(finished.answer());
    }
    if (end instanceof DriveEnd.GivenUp givenUp) {
      return new Outcome.NoFit(givenUp.reasons());
    }
    return end instanceof DriveEnd.Resting ? accepted(done.vm().vmId()) : null;
  }

  private Outcome refusal(VmRequest request, List<Rejection> reasons) {
    Optional<SizeLimit.TooLarge> tooLarge = decider.tooLarge(request);
    if (tooLarge.isPresent()) {
      return new Outcome.TooLarge(tooLarge.get());
    }
    meter.refused(reasons);
    return new Outcome.NoFit(reasons);
  }

  private CompletableFuture<Outcome> repeated(VmRequest request, Known known) {
    Vm vm = known.vm();
    if (vm.phase().gone()) {
      return CompletableFuture.completedFuture(new Outcome.NameUsed());
    }
    if (!CanonicalRequest.of(vm.request()).equals(CanonicalRequest.of(request))) {
      return CompletableFuture.completedFuture(new Outcome.Differs());
    }
    if (known.answer() != null) {
      return CompletableFuture.completedFuture(new Outcome.Answered(known.answer()));
    }
    return watch
        .until(vm.vmId(), phase -> phase != Phase.PENDING, limits.repeatWait())
        .thenCompose(waited -> afterWait(request));
  }

  private CompletableFuture<Outcome> afterWait(VmRequest request) {
    Outcome accepted = accepted(name(request));
    return accepted == null ? place(request) : CompletableFuture.completedFuture(accepted);
  }

  /** {@code null}: it is not PENDING any more. */
  private @Nullable Outcome accepted(String vmId) {
    return store.acknowledge(vmId).map(Outcome.Accepted::new).orElse(null);
  }

  private static String name(VmRequest request) {
    String name = request.vmId();
    if (name == null) {
      throw new IllegalArgumentException("a request without a name");
    }
    return name;
  }
}
