package io.tarn.pool.ingress;

import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.tarn.chassis.identity.Caller;
import io.tarn.chassis.problem.Problem;
import io.tarn.chassis.web.PageRequest;
import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.pool.OperationPage;
import io.tarn.contracts.pool.OperationRequest;
import io.tarn.contracts.pool.OperationState;
import io.tarn.contracts.pool.OperationView;
import io.tarn.pool.operation.OperationStore;
import io.tarn.pool.operation.Operations;
import io.tarn.pool.operation.OrderOutcome;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Operations of a host over REST; an agent may only look at those of its own host. */
@RestController
@RequestMapping("/v1/hosts/{hostId}/operations")
class OperationController {

  private final Operations operations;
  private final OperationStore store;

  OperationController(Operations operations, OperationStore store) {
    this.operations = operations;
    this.store = store;
  }

  @ApiResponse(responseCode = "200", description = "it was ordered before; how it stands")
  @ApiResponse(responseCode = "201", description = "ordered")
  @ApiResponse(
      responseCode = "409",
      description =
          "operation-in-progress, grant-not-live, grant-not-online, grant-draining, or"
              + " host-not-ready")
  @ApiResponse(
      responseCode = "422",
      description = "operation-differs: ordered with another body; or memory-exceeds-grant")
  @PutMapping("/{operationId}")
  ResponseEntity<OperationView> put(
      @PathVariable String hostId,
      @PathVariable String operationId,
      @RequestBody OperationRequest request) {
    Check.id("operationId", operationId);
    if (hostId.equals(request.targetHostId())) {
      throw new InvalidField(
          "targetHostId", Check.quoted(hostId), "another host than the VM is on");
    }
    OrderOutcome outcome = operations.order(hostId, operationId, request);
    if (outcome instanceof OrderOutcome.Ordered) {
      return ResponseEntity.status(HttpStatus.CREATED).body(view(hostId, operationId));
    }
    if (outcome instanceof OrderOutcome.Exists) {
      return ResponseEntity.ok(view(hostId, operationId));
    }
    throw refusal(hostId, operationId, outcome).raised();
  }

  @GetMapping
  OperationPage list(
      @PathVariable String hostId,
      @RequestParam(required = false) @Nullable OperationState state,
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(required = false) @Min(1) @Max(PageRequest.MOST) @Nullable Integer limit) {
    Caller.mustActFor(hostId);
    PageRequest page = PageRequest.of(cursor, limit);
    List<OperationView> items =
        store
            .page(hostId, state, page.after(), page.limit())
            .orElseThrow(() -> Problems.notFound("host", hostId));
    return new OperationPage(items, page.next(items, OperationView::operationId));
  }

  @GetMapping("/{operationId}")
  OperationView get(@PathVariable String hostId, @PathVariable String operationId) {
    Caller.mustActFor(hostId);
    return view(hostId, operationId);
  }

  @ApiResponse(responseCode = "200", description = "called off, or ended before; how it stands")
  @DeleteMapping("/{operationId}")
  OperationView cancel(@PathVariable String hostId, @PathVariable String operationId) {
    operations.cancel(hostId, operationId);
    return view(hostId, operationId);
  }

  private OperationView view(String hostId, String operationId) {
    return store
        .view(hostId, operationId)
        .orElseThrow(() -> Problems.notFound("operation", operationId + " of host " + hostId));
  }

  private static Problem refusal(String hostId, String operationId, OrderOutcome outcome) {
    if (outcome instanceof OrderOutcome.Differs differs) {
      return new Problem(
          HttpStatus.UNPROCESSABLE_CONTENT,
          "operation-differs",
          "operation " + operationId + " of host " + hostId + " was ordered with another body",
          Map.of("ordered", differs.known().request()));
    }
    if (outcome instanceof OrderOutcome.InProgress busy) {
      return inProgress(busy);
    }
    if (outcome instanceof OrderOutcome.GrantNotLive gone) {
      return grant("grant-not-live", gone.grantId(), gone.reason());
    }
    if (outcome instanceof OrderOutcome.GrantNotOnline early) {
      return grant(
          "grant-not-online",
          early.grantId(),
          early.onlineGiB()
              + " of its "
              + early.sizeGiB()
              + " slices are online; order it once the grant is ONLINE");
    }
    if (outcome instanceof OrderOutcome.GrantDrains drains) {
      return grant(
          "grant-draining",
          drains.grantId(),
          "its VM is known to leave, and its host takes offline what the VM does not use; if it"
              + " stays, take that back with DELETE /v1/grants/"
              + drains.grantId()
              + "/departure and order it then");
    }
    if (outcome instanceof OrderOutcome.MoreThanGranted more) {
      return Problem.field(
          HttpStatus.UNPROCESSABLE_CONTENT,
          "memory-exceeds-grant",
          "memoryMiB",
          "the grant has " + more.sizeMiB() + " MiB, more cannot be pulled out of the pool",
          "1.." + more.sizeMiB());
    }
    if (outcome instanceof OrderOutcome.HostNotReady down) {
      return new Problem(
          HttpStatus.CONFLICT, "host-not-ready", down.reason(), Map.of("hostId", down.hostId()));
    }
    return Problems.notFound("host", hostId).problem();
  }

  private static Problem inProgress(OrderOutcome.InProgress busy) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("hostId", busy.other().hostId());
    members.put("operationId", busy.other().operationId());
    return new Problem(
        HttpStatus.CONFLICT,
        "operation-in-progress",
        "operation "
            + busy.other().operationId()
            + " of host "
            + busy.other().hostId()
            + " is "
            + busy.other().state()
            + "; VM "
            + busy.other().request().vmId()
            + " has one at a time",
        members);
  }

  private static Problem grant(String code, String grantId, String reason) {
    return new Problem(
        HttpStatus.CONFLICT, code, "grant " + grantId + ": " + reason, Map.of("grantId", grantId));
  }
}
