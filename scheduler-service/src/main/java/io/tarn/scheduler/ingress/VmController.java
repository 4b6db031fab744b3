package io.tarn.scheduler.ingress;

import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.tarn.chassis.identity.Caller;
import io.tarn.chassis.problem.Problem;
import io.tarn.chassis.web.PageRequest;
import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.placement.VmPage;
import io.tarn.contracts.placement.VmRequest;
import io.tarn.contracts.placement.VmState;
import io.tarn.contracts.placement.VmView;
import io.tarn.scheduler.request.VmName;
import io.tarn.scheduler.saga.Departures;
import io.tarn.scheduler.saga.Phase;
import io.tarn.scheduler.saga.Placements;
import io.tarn.scheduler.saga.Vm;
import io.tarn.scheduler.saga.VmQueries;
import io.tarn.scheduler.saga.Watch;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** VMs over REST. */
@RestController
@RequestMapping(path = "/v1/vms", produces = MediaType.APPLICATION_JSON_VALUE)
public class VmController {

  private static final int MOST_WAIT_MILLIS = 30_000;

  private final Placements placements;
  private final Departures departures;
  private final VmQueries vms;
  private final Watch watch;
  private final PlacementAnswers answers;

  VmController(
      Placements placements,
      Departures departures,
      VmQueries vms,
      Watch watch,
      PlacementAnswers answers) {
    this.placements = placements;
    this.departures = departures;
    this.vms = vms;
    this.watch = watch;
    this.answers = answers;
  }

  /**
   * Places a VM, or gives the answer that the same request got before. A body with a {@code vmId}
   * is named by it, and the key is not looked at; without one the key makes the name.
   */
  @ApiResponse(
      responseCode = "201",
      description = "placed",
      content = @Content(schema = @Schema(implementation = VmView.class)))
  @ApiResponse(
      responseCode = "202",
      description = "accepted; placed once the pool manager answers",
      content = @Content(schema = @Schema(implementation = VmView.class)))
  @ApiResponse(responseCode = "409", description = "no-fit: no host has room now")
  @ApiResponse(responseCode = "410", description = "vm-id-used: the name's VM has left")
  @ApiResponse(responseCode = "422", description = "vm-request-differs, or vm-larger-than-any-host")
  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  CompletableFuture<ResponseEntity<byte[]>> place(
      @RequestBody VmRequest body,
      @RequestHeader(name = VmName.KEY_HEADER, required = false) @Nullable String key) {
    VmRequest request = VmName.named(body, key, Caller.subject());
    return placements.place(request).thenApply(outcome -> answers.of(request, outcome));
  }

  /** One VM; with {@code wait=READY} once it is ready, has left, or the time is up. */
  @GetMapping("/{vmId}")
  CompletableFuture<VmView> get(
      @PathVariable String vmId,
      @RequestParam(required = false) @Nullable String wait,
      @RequestParam(required = false) @Min(0) @Max(MOST_WAIT_MILLIS) @Nullable Integer waitMillis) {
    Check.id("vmId", vmId);
    Duration patience = patience(wait, waitMillis);
    Vm vm = find(vmId);
    if (patience.isZero() || settled(vm.phase())) {
      return CompletableFuture.completedFuture(vm.view());
    }
    return watch
        .until(vmId, VmController::settled, patience)
        .thenApply(waited -> find(vmId).view());
  }

  /** VMs in the order of their names. */
  @GetMapping
  VmPage list(
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(required = false) @Min(1) @Max(PageRequest.MOST) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable VmState state) {
    PageRequest page = PageRequest.of(cursor, limit);
    Phase phase = state == null ? null : Phase.valueOf(state.name());
    List<VmView> views =
        vms.page(phase, page.after(), page.limit()).stream().map(Vm::view).toList();
    return new VmPage(views, page.next(views, VmView::vmId));
  }

  /** Lets a VM leave: 200 when it has, 202 while the pool manager has not said yes. */
  @ApiResponse(responseCode = "200", description = "it has left")
  @ApiResponse(responseCode = "202", description = "its memory is still on its way back")
  @DeleteMapping("/{vmId}")
  ResponseEntity<VmView> delete(@PathVariable String vmId) {
    Check.id("vmId", vmId);
    Vm vm = departures.delete(vmId).orElseThrow(() -> unknown(vmId));
    return ResponseEntity.status(vm.phase() == Phase.DELETED ? HttpStatus.OK : HttpStatus.ACCEPTED)
        .body(vm.view());
  }

  /** What a VM's placement was decided on. */
  @ApiResponse(
      responseCode = "200",
      description = "each attempt with what it saw, candidates and scores",
      content = @Content(schema = @Schema(type = "object")))
  @GetMapping("/{vmId}/decision")
  ResponseEntity<byte[]> decision(@PathVariable String vmId) {
    Check.id("vmId", vmId);
    Vm vm = find(vmId);
    return answers.decisions(vm, vms.decisions(vmId));
  }

  private Vm find(String vmId) {
    return vms.vm(vmId).orElseThrow(() -> unknown(vmId));
  }

  private static boolean settled(@Nullable Phase phase) {
    return phase == null || phase == Phase.READY || phase.gone();
  }

  private static Duration patience(@Nullable String wait, @Nullable Integer waitMillis) {
    if (wait != null && !"READY".equals(wait)) {
      throw new InvalidField("wait", '"' + wait + '"', "READY");
    }
    int millis = waitMillis == null ? MOST_WAIT_MILLIS : waitMillis;
    Check.range("waitMillis", millis, 0, MOST_WAIT_MILLIS);
    return wait == null ? Duration.ZERO : Duration.ofMillis(millis);
  }

  private static RuntimeException unknown(String vmId) {
    return Problem.of(HttpStatus.NOT_FOUND, "not-found", "there is no VM " + vmId).raised();
  }
}
