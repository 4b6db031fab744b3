package io.tarn.telemetry.ingress;

import io.tarn.chassis.problem.Problem;
import io.tarn.contracts.Check;
import io.tarn.telemetry.feed.FeedView;
import io.tarn.telemetry.query.TelemetryQueries;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What comes from hosts, over REST. */
@RestController
@RequestMapping(path = "/v1/hosts", produces = MediaType.APPLICATION_JSON_VALUE)
public class HostController {

  private final TelemetryQueries queries;

  HostController(TelemetryQueries queries) {
    this.queries = queries;
  }

  /**
   * A host's telemetry.
   *
   * @param hostId the host
   * @param feeds by topic
   */
  record HostView(String hostId, List<FeedView> feeds) {}

  /** How far a host's telemetry has come. */
  @GetMapping("/{hostId}/telemetry")
  HostView telemetry(@PathVariable String hostId) {
    Check.id("hostId", hostId);
    List<FeedView> feeds = queries.feeds(hostId);
    if (feeds.isEmpty()) {
      throw Problem.of(HttpStatus.NOT_FOUND, "not-found", "nothing came from a host " + hostId)
          .raised();
    }
    return new HostView(hostId, feeds);
  }
}
