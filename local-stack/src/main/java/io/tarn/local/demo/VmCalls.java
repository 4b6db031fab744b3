package io.tarn.local.demo;

import io.tarn.contracts.placement.VmRequest;
import io.tarn.fleet.Arrival;
import io.tarn.local.rest.Persistent;
import io.tarn.local.rest.Reply;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Asks the scheduler for VMs and gives them back, whatever happens to the processes meanwhile. */
public final class VmCalls {

  private final Persistent calls;
  private final List<String> schedulers;

  /**
   * @param calls repeats what got no answer
   * @param schedulers base URIs of the scheduler's replicas
   */
  public VmCalls(Persistent calls, List<String> schedulers) {
    this.calls = calls;
    this.schedulers = List.copyOf(schedulers);
  }

  /**
   * Asks for a VM.
   *
   * @throws IOException when no answer came in time
   */
  Answer create(String vmId, Arrival arrival) throws IOException, InterruptedException {
    VmRequest request =
        new VmRequest(
            vmId,
            arrival.vcpus(),
            arrival.memoryMiB(),
            arrival.customer(),
            arrival.vmType(),
            arrival.guestOs(),
            arrival.region(),
            arrival.workload(),
            VmRequest.PoolUse.ALLOWED,
            Map.of());
    Reply reply = calls.call("POST", schedulers, "/v1/vms", request, replica(vmId));
    if (reply.status() == 201 || reply.status() == 202) {
      return new Answer.Placed(reply.body().path("poolGiB").asInt(0));
    }
    if (reply.status() == 409 && reply.code().equals("no-fit")) {
      return new Answer.Refused(mainReason(reply.body()));
    }
    if (reply.status() == 422 && reply.code().equals("vm-larger-than-any-host")) {
      return new Answer.Refused(reply.code());
    }
    return new Answer.Undocumented("POST " + vmId + ": " + reply.detail());
  }

  /**
   * Gives a VM back.
   *
   * @return empty, or what the answer was that the API does not promise
   * @throws IOException when no answer came in time
   */
  String delete(String vmId) throws IOException, InterruptedException {
    Reply reply = calls.call("DELETE", schedulers, "/v1/vms/" + vmId, null, replica(vmId));
    return reply.status() == 200 || reply.status() == 202
        ? ""
        : "DELETE " + vmId + ": " + reply.detail();
  }

  /** The reason that ruled out the most hosts. */
  private static String mainReason(JsonNode problem) {
    String reason = "no-fit";
    int most = -1;
    for (JsonNode item : problem.path("reasons")) {
      if (item.path("hosts").asInt(0) > most) {
        most = item.path("hosts").asInt(0);
        reason = item.path("reason").asString("no-fit");
      }
    }
    return reason;
  }

  private int replica(String vmId) {
    return Math.floorMod(vmId.hashCode(), schedulers.size());
  }
}
