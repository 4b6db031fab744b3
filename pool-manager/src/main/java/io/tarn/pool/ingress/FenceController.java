package io.tarn.pool.ingress;

import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.tarn.contracts.Check;
import io.tarn.contracts.pool.FenceRequest;
import io.tarn.contracts.pool.FenceView;
import io.tarn.pool.fence.FenceOutcome;
import io.tarn.pool.fence.FenceStore;
import io.tarn.pool.fence.Fences;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Fences of hosts over REST. */
@RestController
@RequestMapping("/v1/hosts/{hostId}/fence")
class FenceController {

  private final Fences fences;
  private final FenceStore store;

  FenceController(Fences fences, FenceStore store) {
    this.fences = fences;
    this.store = store;
  }

  @ApiResponse(responseCode = "200", description = "fenced; how far each slice has got")
  @PostMapping
  FenceView raise(@PathVariable String hostId, @RequestBody FenceRequest request) {
    FenceOutcome outcome = fences.raise(Check.id("hostId", hostId), request.reason());
    if (outcome instanceof FenceOutcome.NoHost) {
      throw Problems.notFound("host", hostId);
    }
    return get(hostId);
  }

  @ApiResponse(responseCode = "200", description = "fenced; how far each slice has got")
  @ApiResponse(responseCode = "404", description = "no such host, or it is not fenced")
  @GetMapping
  FenceView get(@PathVariable String hostId) {
    return store
        .view(hostId)
        .orElseThrow(
            () ->
                fences.knows(hostId)
                    ? Problems.notFound("fence of host", hostId)
                    : Problems.notFound("host", hostId));
  }

  @ApiResponse(responseCode = "204", description = "not fenced any more, or never was")
  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void lift(@PathVariable String hostId) {
    if (fences.lift(Check.id("hostId", hostId)) instanceof FenceOutcome.NoHost) {
      throw Problems.notFound("host", hostId);
    }
  }
}
