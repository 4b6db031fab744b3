package io.tarn.agent.http;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/** Sends requests so that whatever goes wrong becomes a value. */
final class Calls {

  private Calls() {}

  static <R> CompletableFuture<R> send(
      HttpClient client,
      HttpRequest request,
      Function<HttpResponse<byte[]>, R> read,
      Function<String, R> failed) {
    return client
        .sendAsync(request, BodyHandlers.ofByteArray())
        .thenApply(read)
        .exceptionally(thrown -> failed.apply(request.uri().getAuthority() + ": " + why(thrown)));
  }

  private static String why(Throwable thrown) {
    Throwable cause = thrown;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.toString();
  }
}
