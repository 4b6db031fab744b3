package io.tarn.pool.ingress;

import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.tarn.chassis.problem.Problem;
import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.DepartureRequest;
import io.tarn.contracts.pool.DepartureView;
import io.tarn.pool.buffer.Departures;
import io.tarn.pool.buffer.Departures.Outcome;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** VMs that are known to leave, over REST. */
@RestController
@RequestMapping("/v1/grants/{grantId}/departure")
class DepartureController {

  private final Departures departures;

  DepartureController(Departures departures) {
    this.departures = departures;
  }

  @ApiResponse(responseCode = "200", description = "written down; the newest word counts")
  @ApiResponse(responseCode = "404", description = "no such grant")
  @ApiResponse(responseCode = "409", description = "grant-not-live: no VM lives on it")
  @PutMapping
  DepartureView put(@PathVariable String grantId, @RequestBody DepartureRequest request) {
    Outcome outcome = departures.say(GrantId.parse(grantId), request.inMillis());
    if (outcome instanceof Outcome.Said) {
      return get(grantId);
    }
    if (outcome instanceof Outcome.NotLive notLive) {
      throw Problem.of(
              HttpStatus.CONFLICT,
              "grant-not-live",
              "grant " + grantId + " is " + notLive.state() + ", no VM lives on it")
          .raised();
    }
    throw Problems.notFound("grant", grantId);
  }

  @ApiResponse(responseCode = "404", description = "no such grant, or its VM is not known to leave")
  @GetMapping
  DepartureView get(@PathVariable String grantId) {
    GrantId id = GrantId.parse(grantId);
    return departures
        .of(id)
        .orElseThrow(
            () ->
                departures.knows(id)
                    ? Problems.notFound("departure of grant", grantId)
                    : Problems.notFound("grant", grantId));
  }

  @ApiResponse(responseCode = "204", description = "its VM is not known to leave")
  @ApiResponse(responseCode = "404", description = "no such grant")
  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String grantId) {
    if (!departures.takeBack(GrantId.parse(grantId))) {
      throw Problems.notFound("grant", grantId);
    }
  }
}
