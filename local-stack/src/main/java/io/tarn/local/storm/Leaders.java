package io.tarn.local.storm;

import io.tarn.local.rest.Reply;
import io.tarn.local.rest.RestClient;
import io.tarn.local.service.Names;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which replica of the pool manager leads a pool, by its own metrics. */
final class Leaders {

  private final RestClient rest;
  private final List<String> managers;

  /**
   * @param rest makes the calls; gives up on one that is silent for a while
   * @param managers base URIs of the replicas, in their order
   */
  Leaders(RestClient rest, List<String> managers) {
    this.rest = rest;
    this.managers = List.copyOf(managers);
  }

  /** A replica. */
  record Replica(int index) {

    /** Its name in the stack. */
    String name() {
      return Names.replica(Names.POOL_MANAGER, index + 1);
    }
  }

  /** The replica that says that it leads; empty when none does. */
  Optional<Replica> of(String poolId) throws InterruptedException {
    for (int i = 0; i < managers.size(); i++) {
      if (leads(i, poolId)) {
        return Optional.of(new Replica(i));
      }
    }
    return Optional.empty();
  }

  /** Whether a replica says that it leads; false when it does not answer. */
  boolean leads(int index, String poolId) throws InterruptedException {
    try {
      Reply reply = rest.call("GET", managers.get(index) + "/actuator/prometheus", null);
      return reply.ok() && held(reply.body().asString(""), poolId);
    } catch (IOException e) {
      return false;
    }
  }

  static boolean held(String metrics, String poolId) {
    Pattern held =
        Pattern.compile(
            "tarn_pool_lease_held\\{[^}]*pool=\"" + Pattern.quote(poolId) + "\"[^}]*\\} 1(\\.0)?");
    return metrics.lines().anyMatch(line -> held.matcher(line).matches());
  }
}
