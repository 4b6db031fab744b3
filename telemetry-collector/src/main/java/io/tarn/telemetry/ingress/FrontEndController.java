package io.tarn.telemetry.ingress;

import io.tarn.chassis.problem.Problem;
import io.tarn.chassis.web.PageRequest;
import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.telemetry.frontend.EpochView;
import io.tarn.telemetry.frontend.FrontEndQueries;
import io.tarn.telemetry.frontend.FrontEndView;
import io.tarn.telemetry.ingress.Pages.Page;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Front ends of the cache tier, over REST. */
@RestController
@RequestMapping(path = "/v1/front-ends", produces = MediaType.APPLICATION_JSON_VALUE)
public class FrontEndController {

  private static final Pattern PLACE = Pattern.compile("(\\d{1,18})/(\\d{1,18})");

  private final FrontEndQueries queries;

  FrontEndController(FrontEndQueries queries) {
    this.queries = queries;
  }

  /** Front ends in the order of their names, each with its newest epoch. */
  @GetMapping
  Page<FrontEndView> list(
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(required = false) @Min(1) @Max(PageRequest.MOST) @Nullable Integer limit) {
    PageRequest page = PageRequest.of(cursor, limit);
    List<FrontEndView> frontEnds = queries.frontEnds(page.after(), page.limit());
    return new Page<>(frontEnds, page.next(frontEnds, FrontEndView::frontEndId));
  }

  /** Epochs of a front end, oldest first. */
  @GetMapping("/{frontEndId}/epochs")
  EpochPage epochs(
      @PathVariable String frontEndId,
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(required = false) @Min(1) @Max(PageRequest.MOST) @Nullable Integer limit) {
    Check.id("frontEndId", frontEndId);
    PageRequest page = PageRequest.of(cursor, limit);
    FrontEndView frontEnd =
        queries
            .frontEnd(frontEndId)
            .orElseThrow(
                () ->
                    Problem.of(
                            HttpStatus.NOT_FOUND,
                            "not-found",
                            "there is no front end " + frontEndId)
                        .raised());
    List<EpochView> epochs = epochs(frontEndId, page);
    return new EpochPage(
        frontEndId,
        epochs,
        page.next(epochs, epoch -> epoch.incarnation() + "/" + epoch.epoch()),
        frontEnd.ageMillis());
  }

  private List<EpochView> epochs(String frontEndId, PageRequest page) {
    if (page.after().isEmpty()) {
      return queries.epochs(frontEndId, 0, 0, page.limit());
    }
    Matcher place = PLACE.matcher(page.after());
    if (!place.matches()) {
      throw new InvalidField("cursor", "not one of ours", "the value of \"next\" of a page");
    }
    return queries.epochs(
        frontEndId, Long.parseLong(place.group(1)), Long.parseLong(place.group(2)), page.limit());
  }

  /**
   * A page of epochs.
   *
   * @param frontEndId the front end
   * @param items oldest first
   * @param next cursor of the page after this; absent when this is the last
   * @param ageMillis since the newest epoch came in
   */
  record EpochPage(
      String frontEndId, List<EpochView> items, @Nullable String next, long ageMillis) {}
}
