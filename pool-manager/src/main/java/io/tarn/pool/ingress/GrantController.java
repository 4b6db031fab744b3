package io.tarn.pool.ingress;

import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.tarn.chassis.problem.Problem;
import io.tarn.chassis.together.Groups;
import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantView;
import io.tarn.pool.buffer.Buffers;
import io.tarn.pool.fence.Rejections;
import io.tarn.pool.grant.GrantAsk;
import io.tarn.pool.grant.Grants;
import io.tarn.pool.grant.PutOutcome;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Grants over REST. */
@RestController
@RequestMapping("/v1/grants/{grantId}")
class GrantController {

  private final Grants grants;
  private final Groups<GrantAsk, PutOutcome> groups;
  private final Rejections rejections;
  private final Buffers buffers;

  GrantController(
      Grants grants, Groups<GrantAsk, PutOutcome> groups, Rejections rejections, Buffers buffers) {
    this.grants = grants;
    this.groups = groups;
    this.rejections = rejections;
    this.buffers = buffers;
  }

  @ApiResponse(responseCode = "200", description = "it was committed before")
  @ApiResponse(responseCode = "201", description = "committed")
  @ApiResponse(
      responseCode = "409",
      description = "pool-exhausted, pool-failed, host-not-poolable, or attempt-superseded")
  @ApiResponse(responseCode = "410", description = "grant-withdrawn: ask under a newer attempt")
  @ApiResponse(responseCode = "422", description = "grant-differs: committed with another body")
  @PutMapping
  ResponseEntity<GrantView> put(@PathVariable String grantId, @RequestBody GrantRequest request) {
    GrantId id = GrantId.parse(grantId);
    PutOutcome outcome = groups.ask(new GrantAsk(id, request));
    if (outcome instanceof PutOutcome.Created created) {
      return ResponseEntity.status(HttpStatus.CREATED).body(created.view());
    }
    if (outcome instanceof PutOutcome.Exists exists) {
      return ResponseEntity.ok(exists.view());
    }
    if (outcome instanceof PutOutcome.Exhausted) {
      buffers.refused(id.vmId(), request.poolId(), request.sizeGiB());
    }
    if (outcome instanceof PutOutcome.Fenced) {
      rejections.grant();
    }
    throw refusal(grantId, request, outcome).raised();
  }

  @GetMapping
  GrantView get(@PathVariable String grantId) {
    return grants
        .find(GrantId.parse(grantId))
        .orElseThrow(() -> Problems.notFound("grant", grantId));
  }

  @DeleteMapping
  GrantView delete(@PathVariable String grantId) {
    return grants.withdraw(GrantId.parse(grantId));
  }

  private static Problem refusal(String grantId, GrantRequest request, PutOutcome outcome) {
    if (outcome instanceof PutOutcome.Differs differs) {
      GrantView view = differs.view();
      return Problem.of(
          HttpStatus.UNPROCESSABLE_CONTENT,
          "grant-differs",
          "grant "
              + grantId
              + " was committed with another body: hostId "
              + view.hostId()
              + ", poolId "
              + view.poolId()
              + ", sizeGiB "
              + view.sizeGiB());
    }
    if (outcome instanceof PutOutcome.Withdrawn) {
      return Problem.of(
          HttpStatus.GONE,
          "grant-withdrawn",
          "grant " + grantId + " was withdrawn; ask under a newer attempt");
    }
    if (outcome instanceof PutOutcome.Superseded superseded) {
      return Problem.of(
          HttpStatus.CONFLICT,
          "attempt-superseded",
          "attempt " + superseded.newest() + " of the VM is known, " + grantId + " is older");
    }
    if (outcome instanceof PutOutcome.NotPoolable notPoolable) {
      return notPoolable(request.hostId(), notPoolable.reason());
    }
    if (outcome instanceof PutOutcome.Fenced fenced) {
      return notPoolable(
          fenced.hostId(), "host " + fenced.hostId() + " is fenced: " + fenced.reason());
    }
    if (outcome instanceof PutOutcome.PoolFailed failed) {
      return Problem.of(
          HttpStatus.CONFLICT,
          "pool-failed",
          "the EMC of pool " + failed.poolId() + " has failed; ask for memory of another pool");
    }
    if (outcome instanceof PutOutcome.Exhausted exhausted) {
      return exhausted(exhausted);
    }
    return Problems.notFound("pool", request.poolId()).problem();
  }

  private static Problem notPoolable(String hostId, String reason) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("hostId", hostId);
    members.put("reason", reason);
    return new Problem(HttpStatus.CONFLICT, "host-not-poolable", reason, members);
  }

  private static Problem exhausted(PutOutcome.Exhausted exhausted) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("poolId", exhausted.poolId());
    members.put("asked", exhausted.asked());
    members.put("free", exhausted.free());
    return new Problem(
        HttpStatus.CONFLICT,
        "pool-exhausted",
        "pool "
            + exhausted.poolId()
            + " has "
            + exhausted.free()
            + " free slices, asked were "
            + exhausted.asked(),
        members);
  }
}
