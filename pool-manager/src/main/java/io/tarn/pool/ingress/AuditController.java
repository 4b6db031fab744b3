package io.tarn.pool.ingress;

import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.tarn.chassis.problem.Problem;
import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.pool.AuditClock;
import io.tarn.contracts.pool.OrphanAudit;
import io.tarn.contracts.pool.OrphanRequest;
import io.tarn.contracts.pool.PoolAudit;
import io.tarn.contracts.pool.RepairPlan;
import io.tarn.contracts.pool.RepairRequest;
import io.tarn.pool.audit.AuditStore;
import io.tarn.pool.audit.Audits;
import io.tarn.pool.audit.RepairOutcome;
import io.tarn.pool.audit.Repairs;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Audits and repairs over REST. */
@RestController
class AuditController {

  private final Audits audits;
  private final Repairs repairs;
  private final AuditStore store;

  AuditController(Audits audits, Repairs repairs, AuditStore store) {
    this.audits = audits;
    this.repairs = repairs;
    this.store = store;
  }

  @GetMapping("/v1/audit")
  List<PoolAudit> all() {
    return audits.all();
  }

  @GetMapping("/v1/pools/{poolId}/audit")
  PoolAudit audit(@PathVariable String poolId) {
    return audits
        .audit(Check.id("poolId", poolId))
        .orElseThrow(() -> Problems.notFound("pool", poolId));
  }

  @ApiResponse(responseCode = "200", description = "the plan, carried out if that was asked for")
  @ApiResponse(responseCode = "409", description = "plan-outdated: what changed, nothing was done")
  @PostMapping("/v1/audit/repairs")
  RepairPlan repair(@RequestBody RepairRequest request) {
    String poolId = request.poolId();
    if (poolId != null) {
      return repairs.plan(poolId).orElseThrow(() -> Problems.notFound("pool", poolId));
    }
    String planId = Objects.requireNonNull(request.planId());
    if (!request.executes()) {
      return plan(planId);
    }
    RepairOutcome outcome = repairs.execute(planId);
    if (outcome instanceof RepairOutcome.Executed executed) {
      return executed.plan();
    }
    if (outcome instanceof RepairOutcome.Outdated outdated) {
      throw new Problem(
              HttpStatus.CONFLICT,
              "plan-outdated",
              outdated.changed().size()
                  + " steps are not as they were shown any more, so nothing was done; ask for a new"
                  + " plan",
              Map.of("planId", planId, "changed", outdated.changed()))
          .raised();
    }
    throw Problems.notFound("plan", planId);
  }

  @GetMapping("/v1/audit/repairs/{planId}")
  RepairPlan plan(@PathVariable String planId) {
    return repairs.find(planId).orElseThrow(() -> Problems.notFound("plan", planId));
  }

  @GetMapping("/v1/audit/clock")
  AuditClock clock() {
    return new AuditClock(store.nowMillis());
  }

  @ApiResponse(responseCode = "200", description = "grants that nobody knows, and a plan for them")
  @PostMapping("/v1/audit/orphans")
  OrphanAudit orphans(@RequestBody OrphanRequest request) {
    long now = store.nowMillis();
    if (request.asOfMillis() > now) {
      throw new InvalidField(
          "asOfMillis",
          Long.toString(request.asOfMillis()),
          "what GET /v1/audit/clock said before the grants were listed");
    }
    return repairs.orphans(request);
  }
}
