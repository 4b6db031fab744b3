package io.tarn.telemetry.ingress;

import io.tarn.chassis.problem.Problem;
import io.tarn.chassis.web.PageRequest;
import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.telemetry.ingress.Pages.WindowPage;
import io.tarn.telemetry.memory.MemoryView;
import io.tarn.telemetry.query.TelemetryQueries;
import io.tarn.telemetry.window.Minute;
import io.tarn.telemetry.window.WindowView;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.OptionalLong;
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

/** What is known of VMs, over REST. */
@RestController
@RequestMapping(path = "/v1/vms", produces = MediaType.APPLICATION_JSON_VALUE)
public class VmController {

  private static final Pattern PLACE = Pattern.compile("(\\d{1,15})/([A-Za-z0-9._-]{1,63})");
  private static final Minute BEFORE_ALL = new Minute("", 0);
  private static final long LATEST_MILLIS = Instant.parse("9999-01-01T00:00:00Z").toEpochMilli();

  private final TelemetryQueries queries;

  VmController(TelemetryQueries queries) {
    this.queries = queries;
  }

  /** Closed windows of a VM that start in a range of time, oldest first. */
  @GetMapping("/{vmId}/windows")
  WindowPage<WindowView> windows(
      @PathVariable String vmId,
      @RequestParam(required = false) @Nullable String from,
      @RequestParam(required = false) @Nullable String to,
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(required = false) @Min(1) @Max(PageRequest.MOST) @Nullable Integer limit) {
    Check.id("vmId", vmId);
    PageRequest page = PageRequest.of(cursor, limit);
    long fromMillis = millis("from", from, 0);
    long toMillis = millis("to", to, LATEST_MILLIS);
    List<WindowView> windows =
        queries.windows(vmId, fromMillis, toMillis, place(page.after()), page.limit());
    boolean known = queries.known(vmId);
    if (windows.isEmpty() && !known && !queries.heard(vmId)) {
      throw unknown(vmId);
    }
    OptionalLong age = queries.windowAgeMillis(vmId);
    return new WindowPage<>(
        vmId,
        known,
        CounterFeatures.NAMES,
        windows,
        page.next(windows, window -> window.startMillis() + "/" + window.hostId()),
        age.isPresent() ? age.getAsLong() : null);
  }

  /** How much of its memory a VM has touched. */
  @GetMapping("/{vmId}/memory")
  MemoryView memory(@PathVariable String vmId) {
    Check.id("vmId", vmId);
    return queries
        .memory(vmId)
        .orElseThrow(
            () ->
                Problem.of(HttpStatus.NOT_FOUND, "not-found", "no scan of a VM " + vmId + " came")
                    .raised());
  }

  private static Minute place(String after) {
    if (after.isEmpty()) {
      return BEFORE_ALL;
    }
    Matcher place = PLACE.matcher(after);
    if (!place.matches()) {
      throw new InvalidField("cursor", "not one of ours", "the value of \"next\" of a page");
    }
    return new Minute(place.group(2), Long.parseLong(place.group(1)));
  }

  private static long millis(String field, @Nullable String instant, long otherwise) {
    if (instant == null) {
      return otherwise;
    }
    try {
      return Check.range(field, Instant.parse(instant).toEpochMilli(), 0, LATEST_MILLIS);
    } catch (DateTimeParseException | ArithmeticException e) {
      throw new InvalidField(field, Check.quoted(instant), "an instant as in 2026-11-30T12:00:00Z");
    }
  }

  private static RuntimeException unknown(String vmId) {
    return Problem.of(
            HttpStatus.NOT_FOUND,
            "not-found",
            "the VM " + vmId + " is unknown: neither the scheduler nor a host has told of it")
        .raised();
  }
}
