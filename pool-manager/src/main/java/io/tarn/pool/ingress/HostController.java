package io.tarn.pool.ingress;

import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.tarn.chassis.identity.Caller;
import io.tarn.chassis.problem.Problem;
import io.tarn.contracts.Check;
import io.tarn.contracts.pool.AckReply;
import io.tarn.contracts.pool.AckRequest;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.BootView;
import io.tarn.contracts.pool.CommandPage;
import io.tarn.pool.feed.AckOutcome;
import io.tarn.pool.feed.Acks;
import io.tarn.pool.feed.BootOutcome;
import io.tarn.pool.feed.Boots;
import io.tarn.pool.feed.CommandFeed;
import io.tarn.pool.fence.Rejections;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A host's side over REST; an agent may only act for its own host. */
@RestController
@RequestMapping("/v1/hosts/{hostId}")
class HostController {

  private static final long LONGEST_WAIT_MILLIS = 30_000;

  private final Boots boots;
  private final Acks acks;
  private final CommandFeed feed;
  private final Rejections rejections;

  HostController(Boots boots, Acks acks, CommandFeed feed, Rejections rejections) {
    this.rejections = rejections;
    this.boots = boots;
    this.acks = acks;
    this.feed = feed;
  }

  @ApiResponse(responseCode = "200", description = "believed")
  @ApiResponse(responseCode = "409", description = "boot-superseded")
  @ApiResponse(responseCode = "422", description = "boot-ahead-of-clock: set the host's clock")
  @PutMapping("/boot")
  BootView boot(@PathVariable String hostId, @RequestBody BootReport report) {
    Caller.mustActFor(hostId);
    BootOutcome outcome = boots.report(hostId, report);
    if (outcome instanceof BootOutcome.Believed believed) {
      return believed.view();
    }
    if (outcome instanceof BootOutcome.Superseded superseded) {
      throw superseded(hostId, report.bootId(), order(superseded.known(), report));
    }
    if (outcome instanceof BootOutcome.AheadOfClock ahead) {
      throw aheadOfClock(hostId, report.bootId(), ahead);
    }
    throw Problems.notFound("host", hostId + "; wire it to a pool first");
  }

  @GetMapping("/commands")
  CompletableFuture<CommandPage> commands(
      @PathVariable String hostId,
      @RequestParam(defaultValue = "0") @Min(0) @Max(Long.MAX_VALUE) long after,
      @RequestParam(defaultValue = "0") @Min(0) @Max(LONGEST_WAIT_MILLIS) long waitMillis) {
    Caller.mustActFor(hostId);
    Check.range("after", after, 0, Long.MAX_VALUE);
    Check.range("waitMillis", waitMillis, 0, LONGEST_WAIT_MILLIS);
    return feed.after(hostId, after, Duration.ofMillis(waitMillis))
        .orElseThrow(() -> Problems.notFound("host", hostId));
  }

  @ApiResponse(responseCode = "200", description = "what each observation came to")
  @ApiResponse(responseCode = "409", description = "boot-superseded")
  @PostMapping("/acks")
  AckReply acks(@PathVariable String hostId, @RequestBody AckRequest request) {
    Caller.mustActFor(hostId);
    AckOutcome outcome = acks.take(hostId, request);
    if (outcome instanceof AckOutcome.Judged judged) {
      return judged.reply();
    }
    if (outcome instanceof AckOutcome.Fenced fenced) {
      rejections.observations(fenced.reply().results().size());
      return fenced.reply();
    }
    if (outcome instanceof AckOutcome.OtherBoot other) {
      throw superseded(
          hostId,
          request.bootId(),
          other.known() == null ? "no boot was reported" : "boot " + other.known() + " is current");
    }
    throw Problems.notFound("host", hostId);
  }

  private static String order(BootReport known, BootReport report) {
    return known.bootedAtMillis() == report.bootedAtMillis()
        ? "boot "
            + known.bootId()
            + " is known with the same start, "
            + Instant.ofEpochMilli(known.bootedAtMillis())
            + ", and a host boots once at a time"
        : "boot " + known.bootId() + " started later";
  }

  private static RuntimeException aheadOfClock(
      String hostId, String bootId, BootOutcome.AheadOfClock ahead) {
    return Problem.field(
            HttpStatus.UNPROCESSABLE_CONTENT,
            "boot-ahead-of-clock",
            "bootedAtMillis",
            "boot "
                + bootId
                + " of host "
                + hostId
                + " says that it started at "
                + Instant.ofEpochMilli(ahead.bootedAtMillis())
                + ", but here it is "
                + Instant.ofEpochMilli(ahead.nowMillis())
                + ": set the clock of the host and report the boot again",
            "a time until "
                + ahead.latestMillis()
                + ", which is "
                + Instant.ofEpochMilli(ahead.latestMillis()))
        .raised();
  }

  private static RuntimeException superseded(String hostId, String bootId, String why) {
    return Problem.of(
            HttpStatus.CONFLICT,
            "boot-superseded",
            "boot " + bootId + " of host " + hostId + " does not count: " + why)
        .raised();
  }
}
