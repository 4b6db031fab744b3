package io.tarn.local.storm;

import io.tarn.local.rest.Reply;
import io.tarn.local.rest.RestClient;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Asks the replicas of a service in turn until one gives an answer that counts, as a client must to
 * whom processes die and fall silent. Only for requests whose repeat is the same request.
 */
final class Asking {

  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 1_000;

  private final RestClient rest;
  private final List<String> replicas;
  private final Duration patience;
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger unknown = new AtomicInteger();

  /**
   * An answer below 500.
   *
   * @param reply the answer
   * @param sure whether no earlier try can have been, or can still be, carried out
   */
  record Answer(Reply reply, boolean sure) {}

  /**
   * @param rest makes the calls; gives up on one that is silent for a while
   * @param replicas base URIs
   * @param patience how long one request may go without an answer that counts
   */
  Asking(RestClient rest, List<String> replicas, Duration patience) {
    this.rest = rest;
    this.replicas = List.copyOf(replicas);
    this.patience = patience;
  }

  /**
   * Asks until there is an answer below 500.
   *
   * @param first which replica is asked first
   * @throws IOException when there was none in time; with the last problem
   */
  Answer ask(String method, String path, @Nullable Object body, int first)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    long pause = FIRST_PAUSE_MILLIS;
    boolean sure = true;
    for (int attempt = 0; ; attempt++) {
      String target = replicas.get(Math.floorMod(first + attempt, replicas.size()));
      String problem;
      try {
        Reply reply = rest.call(method, target + path, body);
        if (reply.status() < 500) {
          answered.incrementAndGet();
          return new Answer(reply, sure);
        }
        problem = reply.detail();
        sure = false;
      } catch (ConnectException e) {
        // nobody was there, so nothing was sent
        problem = e.toString();
      } catch (IOException e) {
        problem = e.toString();
        sure = false;
      }
      if (!sure) {
        unknown.incrementAndGet();
      }
      if (System.nanoTime() > deadline) {
        throw new IOException(
            method + " " + path + " got no answer in " + patience.toSeconds() + " s: " + problem);
      }
      TimeUnit.MILLISECONDS.sleep(pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1));
      pause = Math.min(LONGEST_PAUSE_MILLIS, pause * 2);
    }
  }

  /** Requests that were answered. */
  int answered() {
    return answered.get();
  }

  /** Tries whose outcome nobody told, and after which the request was made again. */
  int unknown() {
    return unknown.get();
  }
}
