package io.tarn.agent.http;

import io.tarn.agent.emc.EmcReader;
import io.tarn.agent.emc.EmcReading;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** EMCs over HTTP: a single slice is read by itself, several with the whole table. */
public final class HttpEmcReader implements EmcReader {

  private static final Duration ANSWER_TIME = Duration.ofSeconds(5);

  private final HttpClient client;

  /** A reader on a client. */
  public HttpEmcReader(HttpClient client) {
    this.client = client;
  }

  @Override
  public CompletableFuture<EmcReading> read(URI emc, Set<Integer> slices) {
    return slices.size() == 1
        ? get(emc + "/slices/" + slices.iterator().next(), HttpEmcReader::oneEntry)
        : get(emc + "/table", response -> entriesOf(response, slices));
  }

  /** Reads an answer. */
  private interface Reading {
    EmcReading of(HttpResponse<byte[]> response);
  }

  private CompletableFuture<EmcReading> get(String uri, Reading reading) {
    HttpRequest request;
    try {
      request =
          HttpRequest.newBuilder(URI.create(uri))
              .timeout(ANSWER_TIME)
              .header("Accept", "application/json")
              .GET()
              .build();
    } catch (IllegalArgumentException e) {
      return CompletableFuture.completedFuture(
          new EmcReading.Unreachable(uri + " cannot be asked: " + e.getMessage()));
    }
    return Calls.send(
        client,
        request,
        response ->
            response.statusCode() == 200
                ? reading.of(response)
                : new EmcReading.Unreachable("HTTP " + response.statusCode()),
        EmcReading.Unreachable::new);
  }

  private static EmcReading oneEntry(HttpResponse<byte[]> response) {
    TableEntry entry = Json.read(response.body(), TableEntry.class);
    return new EmcReading.Entries(Map.of(entry.slice(), entry));
  }

  private static EmcReading entriesOf(HttpResponse<byte[]> response, Set<Integer> slices) {
    return new EmcReading.Entries(
        Json.read(response.body(), TableView.class).entries().stream()
            .filter(entry -> slices.contains(entry.slice()))
            .collect(Collectors.toMap(TableEntry::slice, entry -> entry)));
  }
}
