package io.tarn.scheduler.ingress;

import io.tarn.chassis.problem.Problem;
import io.tarn.contracts.placement.VmRequest;
import io.tarn.scheduler.placement.Rejection;
import io.tarn.scheduler.placement.SizeLimit;
import io.tarn.scheduler.saga.DecisionRecord;
import io.tarn.scheduler.saga.Outcome;
import io.tarn.scheduler.saga.Vm;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Turns what a request came to into what the client is sent. */
final class PlacementAnswers {

  private final JsonMapper json;

  PlacementAnswers(JsonMapper json) {
    this.json = json;
  }

  /**
   * The answer to a request for a VM.
   *
   * @throws io.tarn.chassis.problem.ProblemException when it was refused
   */
  ResponseEntity<byte[]> of(VmRequest request, Outcome outcome) {
    String vmId = String.valueOf(request.vmId());
    if (outcome instanceof Outcome.Answered answered) {
      return sent(vmId, answered.answer().status(), answered.answer().body());
    }
    if (outcome instanceof Outcome.Accepted accepted) {
      return sent(vmId, HttpStatus.ACCEPTED.value(), json.writeValueAsString(accepted.vm().view()));
    }
    throw refusal(vmId, outcome).raised();
  }

  /** What a VM's attempts were decided on. */
  ResponseEntity<byte[]> decisions(Vm vm, List<DecisionRecord> decisions) {
    ObjectNode document = json.createObjectNode();
    document.put("vmId", vm.vmId());
    document.put("attempt", vm.attempt());
    var attempts = document.putArray("attempts");
    for (DecisionRecord decision : decisions) {
      attempts
          .addObject()
          .put("attempt", decision.attempt())
          .put("decidedAt", decision.decidedAt().toString())
          .set("decision", json.readTree(decision.body()));
    }
    return ResponseEntity.ok()
        .contentType(MediaType.APPLICATION_JSON)
        .body(json.writeValueAsBytes(document));
  }

  private static Problem refusal(String vmId, Outcome outcome) {
    if (outcome instanceof Outcome.NameUsed) {
      return Problem.of(
          HttpStatus.GONE, "vm-id-used", "the name " + vmId + " belonged to a VM that has left");
    }
    if (outcome instanceof Outcome.Differs) {
      return Problem.of(
          HttpStatus.UNPROCESSABLE_CONTENT,
          "vm-request-differs",
          "the VM " + vmId + " was asked for with another body");
    }
    if (outcome instanceof Outcome.NoFit noFit) {
      return noFit(noFit.reasons());
    }
    if (outcome instanceof Outcome.TooLarge large) {
      return tooLarge(large.what());
    }
    if (outcome instanceof Outcome.ViewTooOld old) {
      return Problem.of(
          HttpStatus.SERVICE_UNAVAILABLE,
          "host-state-stale",
          "the hosts were last seen " + old.age().toMillis() + " ms ago, ask again");
    }
    return Problem.of(
        HttpStatus.SERVICE_UNAVAILABLE,
        "placement-contended",
        "others took every place that was chosen, ask again");
  }

  private static Problem noFit(List<Rejection> reasons) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("reasons", reasons.stream().map(PlacementAnswers::reason).toList());
    return new Problem(HttpStatus.CONFLICT, "no-fit", "no host has room for the VM now", members);
  }

  /** A reason; amounts only where it is a matter of amount. */
  private static Map<String, Object> reason(Rejection rejection) {
    Map<String, Object> reason = new LinkedHashMap<>();
    reason.put("reason", rejection.reason());
    reason.put("hosts", rejection.hosts());
    if (rejection.nearestHostId() != null) {
      reason.put("nearestHostId", rejection.nearestHostId());
    }
    if (!rejection.unit().isEmpty()) {
      reason.put("asked", rejection.asked());
      reason.put("available", rejection.available());
      reason.put("missing", rejection.missing());
      reason.put("unit", rejection.unit());
    }
    return reason;
  }

  private static Problem tooLarge(SizeLimit.TooLarge what) {
    long least = "vcpus".equals(what.field()) ? 1 : 64;
    return Problem.field(
        HttpStatus.UNPROCESSABLE_CONTENT,
        "vm-larger-than-any-host",
        what.field(),
        what.field() + " is " + what.asked() + ", the largest host holds " + what.most(),
        least + ".." + what.most());
  }

  private static ResponseEntity<byte[]> sent(String vmId, int status, String body) {
    return ResponseEntity.status(status)
        .location(URI.create("/v1/vms/" + vmId))
        .contentType(MediaType.APPLICATION_JSON)
        .body(body.getBytes(StandardCharsets.UTF_8));
  }
}
