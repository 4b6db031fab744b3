package io.tarn.local.service;

import io.tarn.local.supervise.Readiness;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** A service is ready when an address of it answers 200. */
public final class HttpReadiness implements Readiness {

  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  private final HttpRequest request;

  /**
   * @param uri the address
   */
  public HttpReadiness(String uri) {
    this.request = HttpRequest.newBuilder(URI.create(uri)).timeout(PATIENCE).build();
  }

  @Override
  public boolean ready() {
    try {
      return HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
