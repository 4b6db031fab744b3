package io.tarn.local.rest;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Repeats a call that got no answer or a server's error, with growing pauses, until it is answered
 * or the time is over. Only for calls whose repeat is the same call.
 */
public final class Persistent {

  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 2_000;

  private final RestClient client;
  private final Duration patience;

  /**
   * @param client makes the calls
   * @param patience how long one call may be repeated
   */
  public Persistent(RestClient client, Duration patience) {
    this.client = client;
    this.patience = patience;
  }

  /**
   * Calls until there is an answer below 500 that is not 429.
   *
   * @param targets base URIs of the service's replicas, taken in turn
   * @param path behind the base URI
   * @param first which replica to begin with
   * @throws IOException when there was none in time; with the last problem
   */
  public Reply call(
      String method, java.util.List<String> targets, String path, @Nullable Object body, int first)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    long pause = FIRST_PAUSE_MILLIS;
    for (int attempt = 0; ; attempt++) {
      String problem;
      try {
        Reply reply =
            client.call(
                method, targets.get(Math.floorMod(first + attempt, targets.size())) + path, body);
        if (reply.status() < 500 && reply.status() != 429) {
          return reply;
        }
        problem = reply.detail();
      } catch (IOException e) {
        problem = e.getClass().getSimpleName() + " " + e.getMessage();
      }
      if (System.nanoTime() > deadline) {
        throw new IOException(
            method + " " + path + " got no answer in " + patience.toSeconds() + " s: " + problem);
      }
      TimeUnit.MILLISECONDS.sleep(pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1));
      pause = Math.min(LONGEST_PAUSE_MILLIS, pause * 2);
    }
  }
}
