package io.tarn.pool.ingress;

import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.tarn.chassis.problem.Problem;
import io.tarn.contracts.Check;
import io.tarn.contracts.pool.FailRequest;
import io.tarn.contracts.pool.PoolFailure;
import io.tarn.contracts.pool.PoolView;
import io.tarn.contracts.pool.ReplaceRequest;
import io.tarn.pool.pool.EmcFailures;
import io.tarn.pool.pool.FailOutcome;
import io.tarn.pool.pool.PoolStore;
import io.tarn.pool.pool.ReplaceOutcome;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** EMCs that fail and are replaced, over REST. */
@RestController
@RequestMapping("/v1/pools/{poolId}")
class FailureController {

  private final EmcFailures failures;
  private final PoolStore store;

  FailureController(EmcFailures failures, PoolStore store) {
    this.failures = failures;
    this.store = store;
  }

  @ApiResponse(responseCode = "200", description = "failed, with every VM that it touches")
  @ApiResponse(responseCode = "409", description = "incarnation-differs")
  @PostMapping("/fail")
  PoolFailure fail(@PathVariable String poolId, @RequestBody FailRequest request) {
    FailOutcome outcome = failures.fail(Check.id("poolId", poolId), request);
    if (outcome instanceof FailOutcome.Failed failed) {
      return affected(poolId, failed.incarnation());
    }
    if (outcome instanceof FailOutcome.OtherIncarnation other) {
      throw incarnationDiffers(poolId, other.incarnation()).raised();
    }
    throw Problems.notFound("pool", poolId);
  }

  @ApiResponse(responseCode = "200", description = "the last failure, or that of an incarnation")
  @ApiResponse(responseCode = "404", description = "no such pool, or it has not failed")
  @GetMapping("/affected-vms")
  PoolFailure affected(
      @PathVariable String poolId,
      @RequestParam(required = false) @Min(1) @Max(Integer.MAX_VALUE)
          @Nullable Integer incarnation) {
    return store
        .failure(Check.id("poolId", poolId), incarnation)
        .orElseThrow(
            () ->
                store.view(poolId).isPresent()
                    ? Problems.notFound("failure of pool", poolId)
                    : Problems.notFound("pool", poolId));
  }

  @ApiResponse(responseCode = "200", description = "the new EMC serves the pool")
  @ApiResponse(responseCode = "409", description = "pool-not-failed, or incarnation-differs")
  @ApiResponse(
      responseCode = "422",
      description = "emc-capacity-differs, same-device, or emc-in-use")
  @ApiResponse(responseCode = "503", description = "emc-unreachable")
  @PostMapping("/replace")
  PoolView replace(@PathVariable String poolId, @RequestBody ReplaceRequest request) {
    ReplaceOutcome outcome = failures.replace(Check.id("poolId", poolId), request);
    if (outcome instanceof ReplaceOutcome.Replaced) {
      return store.view(poolId).orElseThrow(() -> Problems.notFound("pool", poolId));
    }
    if (outcome instanceof ReplaceOutcome.NoPool) {
      throw Problems.notFound("pool", poolId);
    }
    throw refusal(poolId, request, outcome).raised();
  }

  private static Problem refusal(String poolId, ReplaceRequest request, ReplaceOutcome outcome) {
    if (outcome instanceof ReplaceOutcome.NotFailed) {
      return Problem.of(
          HttpStatus.CONFLICT,
          "pool-not-failed",
          "the EMC of pool " + poolId + " was not declared failed, so it is not replaced");
    }
    if (outcome instanceof ReplaceOutcome.OtherIncarnation other) {
      return incarnationDiffers(poolId, other.incarnation());
    }
    if (outcome instanceof ReplaceOutcome.CapacityDiffers differs) {
      return Problem.field(
          HttpStatus.UNPROCESSABLE_CONTENT,
          "emc-capacity-differs",
          "emc",
          "the EMC at " + request.emc() + " has " + differs.emcCapacityGiB() + " slices",
          "an EMC of " + differs.capacityGiB() + " slices, as many as the pool has");
    }
    if (outcome instanceof ReplaceOutcome.HasOwners owners) {
      return inUse(
          request.emc(),
          "says that slice " + owners.slice() + " is owned by port " + owners.port(),
          "an EMC whose table has no owners");
    }
    if (outcome instanceof ReplaceOutcome.ServesPool serves) {
      return servesPool(request.emc(), serves.poolId());
    }
    if (outcome instanceof ReplaceOutcome.SameDevice same) {
      return Problem.field(
          HttpStatus.UNPROCESSABLE_CONTENT,
          "same-device",
          "emc",
          "the EMC at " + request.emc() + " is device " + same.deviceId() + ", which has failed",
          "an EMC that is another device");
    }
    String reason =
        outcome instanceof ReplaceOutcome.EmcUnreachable unreachable ? unreachable.reason() : "";
    return Problem.of(
        HttpStatus.SERVICE_UNAVAILABLE,
        "emc-unreachable",
        "the EMC that is to serve pool " + poolId + " did not answer: " + reason);
  }

  /** What a pool answers that is to have an EMC of another. */
  static Problem servesPool(URI emc, String poolId) {
    return inUse(emc, "serves pool " + poolId, "an EMC of no other pool");
  }

  private static Problem inUse(URI emc, String what, String accepted) {
    return Problem.field(
        HttpStatus.UNPROCESSABLE_CONTENT,
        "emc-in-use",
        "emc",
        "the EMC at " + emc + " " + what,
        accepted);
  }

  private static Problem incarnationDiffers(String poolId, int incarnation) {
    return Problem.field(
        HttpStatus.CONFLICT,
        "incarnation-differs",
        "incarnation",
        "pool " + poolId + " is at incarnation " + incarnation,
        Integer.toString(incarnation));
  }

  /** What a pool that has failed answers to being declared elsewhere. */
  static Problem failed(String poolId) {
    return Problem.of(
        HttpStatus.CONFLICT,
        "pool-failed",
        "the EMC of pool "
            + poolId
            + " has failed; another takes its place by POST /v1/pools/"
            + poolId
            + "/replace");
  }
}
