package io.tarn.local.learn;

import io.tarn.cot.balance.Load;
import io.tarn.cot.balance.Loads;
import io.tarn.local.rest.Persistent;
import io.tarn.local.rest.Reply;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the collector has heard of front ends. */
public final class FrontEnds {

  private static final int PAGE = 1_000;

  /** So many epochs are looked at together: one alone is too noisy to see a target of 1.1. */
  private static final int MOST_EPOCHS = 400;

  private final Persistent calls;
  private final String collector;

  /**
   * @param calls makes the calls
   * @param collector its base URI
   */
  public FrontEnds(Persistent calls, String collector) {
    this.calls = calls;
    this.collector = collector;
  }

  /**
   * How a front end's cache has changed the load of its back ends: its first epochs, while it had
   * no cache, beside its last ones, while the cache had the size that it has now.
   *
   * @return empty when there are no epochs of either
   * @throws IOException when the collector does not answer
   */
  public Optional<CacheBalance> balance(String frontEnd) throws IOException, InterruptedException {
    List<JsonNode> epochs = epochs(frontEnd);
    Loads before = null;
    Loads after = null;
    for (int i = 0; i < Math.min(epochs.size(), MOST_EPOCHS) && lines(epochs.get(i)) == 0; i++) {
      before = plus(before, epochs.get(i));
    }
    int last = epochs.size() - 1;
    int now = last < 0 ? 0 : lines(epochs.get(last));
    for (int i = last; i >= Math.max(0, last - MOST_EPOCHS) && lines(epochs.get(i)) == now; i--) {
      after = plus(after, epochs.get(i));
    }
    return before == null || after == null
        ? Optional.empty()
        : Optional.of(new CacheBalance(before, after, now, epochs.size()));
  }

  private List<JsonNode> epochs(String frontEnd) throws IOException, InterruptedException {
    List<JsonNode> epochs = new ArrayList<>();
    String next = "";
    do {
      String cursor =
          next.isEmpty() ? "" : "&cursor=" + URLEncoder.encode(next, StandardCharsets.UTF_8);
      Reply reply =
          calls.call(
              "GET",
              List.of(collector),
              "/v1/front-ends/" + frontEnd + "/epochs?limit=" + PAGE + cursor,
              null,
              0);
      if (!reply.ok()) {
        return epochs;
      }
      reply.body().path("items").forEach(epochs::add);
      next = reply.body().path("next").asString("");
    } while (!next.isEmpty());
    return epochs;
  }

  private static int lines(JsonNode epoch) {
    return epoch.path("cacheLines").asInt();
  }

  private static Loads plus(@Nullable Loads sum, JsonNode epoch) {
    List<Load> loads = new ArrayList<>();
    for (JsonNode load : epoch.path("backEnds")) {
      loads.add(
          new Load(
              load.path("backEndId").asString(),
              load.path("ringShare").asDouble(),
              load.path("lookUps").asLong()));
    }
    Loads more = new Loads(loads);
    return sum == null ? more : sum.plus(more);
  }
}
