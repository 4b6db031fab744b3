package io.tarn.trainer.ingress;

import io.tarn.chassis.problem.Problem;
import io.tarn.chassis.web.PageRequest;
import io.tarn.contracts.Check;
import io.tarn.contracts.model.ArtifactPart;
import io.tarn.contracts.model.Scenario;
import io.tarn.trainer.registry.Change;
import io.tarn.trainer.registry.PairView;
import io.tarn.trainer.registry.Registry;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The registry over REST. */
@RestController
class ModelController {

  private static final String PAIR = "pair";

  private final Registry registry;

  ModelController(Registry registry) {
    this.registry = registry;
  }

  /**
   * Asks for a rollback.
   *
   * @param scenario 182 or 222
   * @param from the pair to be rolled back; a call that is repeated then changes nothing more
   */
  record Rollback(@Nullable Integer scenario, @Nullable String from) {}

  @GetMapping("/v1/models")
  ModelPage list(
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(required = false) @Min(1) @Max(PageRequest.MOST) @Nullable Integer limit) {
    PageRequest page = PageRequest.of(cursor, limit);
    List<PairView> items = registry.page(page.after(), page.limit());
    return new ModelPage(items, page.next(items, PairView::pairId));
  }

  @GetMapping("/v1/models/{pairId}")
  PairView get(@PathVariable String pairId) {
    return registry.find(pairId).orElseThrow(() -> Problems.notFound(PAIR, pairId));
  }

  @GetMapping("/v1/models/{pairId}/artifact/{file}")
  ResponseEntity<byte[]> artifact(@PathVariable String pairId, @PathVariable String file) {
    ArtifactPart part = ArtifactPart.named(file);
    byte[] bytes =
        registry.artifact(pairId).orElseThrow(() -> Problems.notFound(PAIR, pairId)).bytes(part);
    return ResponseEntity.ok()
        .contentType(
            part == ArtifactPart.MANIFEST
                ? MediaType.APPLICATION_JSON
                : MediaType.APPLICATION_OCTET_STREAM)
        .body(bytes);
  }

  @PostMapping("/v1/models/{pairId}/promote")
  PairView promote(@PathVariable String pairId) {
    return served(registry.promote(pairId));
  }

  @PostMapping("/v1/models:rollback")
  PairView rollback(@RequestBody Rollback body) {
    int scenario =
        Scenario.check("scenario", Check.present("scenario", body.scenario(), "182 or 222"));
    String from = body.from() == null ? null : Check.id("from", body.from());
    return served(registry.rollback(scenario, from));
  }

  private PairView served(Change change) {
    if (change instanceof Change.Serves serves) {
      return get(serves.pairId());
    }
    if (change instanceof Change.Unknown unknown) {
      throw Problems.notFound(PAIR, unknown.pairId());
    }
    throw Problem.of(HttpStatus.CONFLICT, "pair-not-promoted", ((Change.Refused) change).reason())
        .raised();
  }
}
