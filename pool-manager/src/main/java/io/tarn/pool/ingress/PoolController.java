package io.tarn.pool.ingress;

import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.tarn.chassis.problem.Problem;
import io.tarn.chassis.web.PageRequest;
import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.emc.MeantDevice;
import io.tarn.contracts.pool.PoolPage;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.PoolView;
import io.tarn.contracts.pool.PortView;
import io.tarn.contracts.pool.SlicePage;
import io.tarn.contracts.pool.SliceState;
import io.tarn.contracts.pool.SliceView;
import io.tarn.pool.pool.PoolOutcome;
import io.tarn.pool.pool.PoolStore;
import io.tarn.pool.pool.Pools;
import io.tarn.pool.pool.WireOutcome;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Pools, ports and slices over REST. */
@RestController
@RequestMapping("/v1/pools")
class PoolController {

  private static final String POOL = "pool";

  private final Pools pools;
  private final PoolStore store;

  PoolController(Pools pools, PoolStore store) {
    this.pools = pools;
    this.store = store;
  }

  @ApiResponse(responseCode = "200", description = "it is so already")
  @ApiResponse(responseCode = "201", description = "declared")
  @ApiResponse(responseCode = "409", description = "pool-failed: its EMC is to be replaced")
  @ApiResponse(
      responseCode = "422",
      description = "pool-capacity-fixed, emc-capacity-differs, emc-in-use, or another-device")
  @ApiResponse(responseCode = "503", description = "emc-unreachable")
  @PutMapping("/{poolId}")
  ResponseEntity<PoolView> put(@PathVariable String poolId, @RequestBody PoolSpec spec) {
    PoolOutcome outcome = pools.declare(Check.id("poolId", poolId), spec);
    if (outcome instanceof PoolOutcome.Created created) {
      return ResponseEntity.status(HttpStatus.CREATED).body(created.view());
    }
    if (outcome instanceof PoolOutcome.Exists exists) {
      return ResponseEntity.ok(exists.view());
    }
    throw refusal(poolId, spec, outcome).raised();
  }

  @GetMapping
  PoolPage list(
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(required = false) @Min(1) @Max(PageRequest.MOST) @Nullable Integer limit) {
    PageRequest page = PageRequest.of(cursor, limit);
    List<PoolView> items = store.page(page.after(), page.limit());
    return new PoolPage(items, page.next(items, PoolView::poolId));
  }

  @GetMapping("/{poolId}")
  PoolView get(@PathVariable String poolId) {
    return store.view(poolId).orElseThrow(() -> Problems.notFound(POOL, poolId));
  }

  @ApiResponse(responseCode = "200", description = "it is wired already")
  @ApiResponse(responseCode = "201", description = "wired")
  @ApiResponse(responseCode = "409", description = "ports-exhausted")
  @PutMapping("/{poolId}/hosts/{hostId}")
  ResponseEntity<PortView> wire(@PathVariable String poolId, @PathVariable String hostId) {
    WireOutcome outcome = store.wire(poolId, Check.id("hostId", hostId));
    if (outcome instanceof WireOutcome.Created created) {
      return ResponseEntity.status(HttpStatus.CREATED).body(created.port());
    }
    if (outcome instanceof WireOutcome.Exists exists) {
      return ResponseEntity.ok(exists.port());
    }
    if (outcome instanceof WireOutcome.PortsExhausted) {
      throw Problem.of(
              HttpStatus.CONFLICT,
              "ports-exhausted",
              "every port of pool " + poolId + " is taken by another host")
          .raised();
    }
    throw Problems.notFound(POOL, poolId);
  }

  @GetMapping("/{poolId}/slices")
  SlicePage slices(
      @PathVariable String poolId,
      @RequestParam(required = false) @Nullable SliceState state,
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(required = false) @Min(1) @Max(PageRequest.MOST) @Nullable Integer limit) {
    PageRequest page = PageRequest.of(cursor, limit);
    get(poolId);
    List<SliceView> items = store.slices(poolId, state, after(page), page.limit());
    return new SlicePage(items, page.next(items, slice -> Integer.toString(slice.slice())));
  }

  private static int after(PageRequest page) {
    if (page.after().isEmpty()) {
      return -1;
    }
    try {
      return Integer.parseInt(page.after());
    } catch (NumberFormatException e) {
      throw new InvalidField("cursor", "not one of ours", "the value of \"next\" of a page");
    }
  }

  private static Problem refusal(String poolId, PoolSpec spec, PoolOutcome outcome) {
    if (outcome instanceof PoolOutcome.CapacityFixed fixed) {
      return Problem.field(
          HttpStatus.UNPROCESSABLE_CONTENT,
          "pool-capacity-fixed",
          "capacityGiB",
          "pool " + poolId + " has " + fixed.capacityGiB() + " slices, which does not change",
          Integer.toString(fixed.capacityGiB()));
    }
    if (outcome instanceof PoolOutcome.CapacityDiffers differs) {
      return Problem.field(
          HttpStatus.UNPROCESSABLE_CONTENT,
          "emc-capacity-differs",
          "capacityGiB",
          "the table of the EMC at " + spec.emc() + " has " + differs.emcCapacityGiB() + " slices",
          Integer.toString(differs.emcCapacityGiB()));
    }
    if (outcome instanceof PoolOutcome.EmcInUse inUse) {
      return Problem.of(
          HttpStatus.UNPROCESSABLE_CONTENT,
          "emc-in-use",
          "the EMC at "
              + spec.emc()
              + " says that slice "
              + inUse.slice()
              + " is owned by port "
              + inUse.port()
              + ", of which nothing is recorded");
    }
    if (outcome instanceof PoolOutcome.ServesPool serves) {
      return FailureController.servesPool(spec.emc(), serves.poolId());
    }
    if (outcome instanceof PoolOutcome.AnotherDevice another) {
      return Problem.field(
          HttpStatus.UNPROCESSABLE_CONTENT,
          MeantDevice.REFUSAL,
          "emc",
          "the EMC at "
              + spec.emc()
              + " is device "
              + another.answers()
              + ", but pool "
              + poolId
              + " is served by device "
              + another.deviceId()
              + "; another takes its place by POST /v1/pools/"
              + poolId
              + "/fail and /replace",
          "an address of device " + another.deviceId());
    }
    if (outcome instanceof PoolOutcome.Failed) {
      return FailureController.failed(poolId);
    }
    String reason =
        outcome instanceof PoolOutcome.EmcUnreachable unreachable ? unreachable.reason() : "";
    return Problem.of(
        HttpStatus.SERVICE_UNAVAILABLE,
        "emc-unreachable",
        "the EMC of pool " + poolId + " did not answer: " + reason);
  }
}
