package io.tarn.telemetry.ingress;

import io.tarn.chassis.web.PageRequest;
import io.tarn.contracts.Check;
import io.tarn.telemetry.history.HistoryQueries;
import io.tarn.telemetry.history.HistoryQueries.KeyedHistory;
import io.tarn.telemetry.history.HistoryView;
import io.tarn.telemetry.ingress.Pages.Page;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What is known of customers, over REST. */
@RestController
@RequestMapping(path = "/v1/customers", produces = MediaType.APPLICATION_JSON_VALUE)
public class CustomerController {

  private final HistoryQueries queries;

  CustomerController(HistoryQueries queries) {
    this.queries = queries;
  }

  /** What was told of a customer on the bus; an empty page when there is nothing. */
  @GetMapping("/{customer}/history")
  Page<HistoryView> history(
      @PathVariable String customer,
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(required = false) @Min(1) @Max(PageRequest.MOST) @Nullable Integer limit) {
    Check.text("customer", customer);
    PageRequest page = PageRequest.of(cursor, limit);
    List<KeyedHistory> histories = queries.histories(customer, page.after(), page.limit());
    return new Page<>(
        histories.stream().map(KeyedHistory::view).toList(),
        page.next(histories, KeyedHistory::key));
  }
}
