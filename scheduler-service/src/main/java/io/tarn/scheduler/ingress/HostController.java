package io.tarn.scheduler.ingress;

import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.tarn.chassis.problem.Problem;
import io.tarn.chassis.web.PageRequest;
import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.placement.HostPage;
import io.tarn.contracts.placement.HostSpec;
import io.tarn.contracts.placement.HostView;
import io.tarn.scheduler.host.HostEdit;
import io.tarn.scheduler.host.HostState;
import io.tarn.scheduler.host.HostStore;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Hosts over REST. */
@RestController
@RequestMapping(path = "/v1/hosts", produces = MediaType.APPLICATION_JSON_VALUE)
public class HostController {

  private static final Pattern ETAG = Pattern.compile("\"(\\d{1,18})\"");

  private final HostStore hosts;

  HostController(HostStore hosts) {
    this.hosts = hosts;
  }

  /** Declares a host, or changes it. */
  @ApiResponse(responseCode = "200", description = "it is so now")
  @ApiResponse(responseCode = "201", description = "declared")
  @ApiResponse(responseCode = "409", description = "host-in-use: VMs hold more than would be left")
  @ApiResponse(responseCode = "412", description = "precondition-failed: it is at another version")
  @PutMapping(path = "/{hostId}", consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<HostView> put(
      @PathVariable String hostId,
      @RequestBody HostSpec spec,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
    Check.id("hostId", hostId);
    return answer(hostId, hosts.put(hostId, spec, version(ifMatch)));
  }

  /** Keeps new VMs away from a host. */
  @ApiResponse(responseCode = "200", description = "it is so now")
  @ApiResponse(responseCode = "412", description = "precondition-failed: it is at another version")
  @PostMapping("/{hostId}/cordon")
  ResponseEntity<HostView> cordon(
      @PathVariable String hostId,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
    Check.id("hostId", hostId);
    return answer(hostId, hosts.cordon(hostId, true, version(ifMatch)));
  }

  /** Lets new VMs come to a host again. */
  @ApiResponse(responseCode = "200", description = "it is so now")
  @ApiResponse(responseCode = "412", description = "precondition-failed: it is at another version")
  @PostMapping("/{hostId}/uncordon")
  ResponseEntity<HostView> uncordon(
      @PathVariable String hostId,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
    Check.id("hostId", hostId);
    return answer(hostId, hosts.cordon(hostId, false, version(ifMatch)));
  }

  /** One host. */
  @GetMapping("/{hostId}")
  ResponseEntity<HostView> get(@PathVariable String hostId) {
    Check.id("hostId", hostId);
    return tagged(HttpStatus.OK, hosts.find(hostId).orElseThrow(() -> unknown(hostId).raised()));
  }

  /** Hosts in the order of their names. */
  @GetMapping
  HostPage list(
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(required = false) @Min(1) @Max(PageRequest.MOST) @Nullable Integer limit) {
    PageRequest page = PageRequest.of(cursor, limit);
    List<HostView> views =
        hosts.page(page.after(), page.limit()).stream().map(HostState::view).toList();
    return new HostPage(views, page.next(views, HostView::hostId));
  }

  private static ResponseEntity<HostView> answer(String hostId, HostEdit edit) {
    if (edit instanceof HostEdit.Created created) {
      return tagged(HttpStatus.CREATED, created.host());
    }
    if (edit instanceof HostEdit.Kept kept) {
      return tagged(HttpStatus.OK, kept.host());
    }
    if (edit instanceof HostEdit.Outdated outdated) {
      throw outdated(hostId, outdated.version()).raised();
    }
    if (edit instanceof HostEdit.InUse inUse) {
      throw inUse(inUse).raised();
    }
    throw unknown(hostId).raised();
  }

  private static ResponseEntity<HostView> tagged(HttpStatus status, HostState host) {
    ResponseEntity.BodyBuilder builder =
        ResponseEntity.status(status).eTag('"' + Long.toString(host.version()) + '"');
    if (status == HttpStatus.CREATED) {
      builder.location(URI.create("/v1/hosts/" + host.hostId()));
    }
    return builder.body(host.view());
  }

  private static OptionalLong version(@Nullable String ifMatch) {
    if (ifMatch == null) {
      return OptionalLong.empty();
    }
    Matcher tag = ETAG.matcher(ifMatch);
    if (!tag.matches()) {
      throw new InvalidField(HttpHeaders.IF_MATCH, "not one of ours", "the ETag of a host");
    }
    return OptionalLong.of(Long.parseLong(tag.group(1)));
  }

  private static Problem unknown(String hostId) {
    return Problem.of(HttpStatus.NOT_FOUND, "not-found", "there is no host " + hostId);
  }

  private static Problem outdated(String hostId, long version) {
    return Problem.of(
        HttpStatus.PRECONDITION_FAILED,
        "precondition-failed",
        version == 0
            ? "there is no host " + hostId
            : "the host " + hostId + " is at version " + version);
  }

  private static Problem inUse(HostEdit.InUse inUse) {
    HostState host = inUse.host();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("usedVcpus", host.usedVcpus());
    members.put("usedLocalMiB", host.usedLocalMiB());
    members.put("poolsInUse", inUse.poolsInUse());
    return new Problem(
        HttpStatus.CONFLICT,
        "host-in-use",
        "VMs hold more of the host than would be left for them",
        members);
  }
}
