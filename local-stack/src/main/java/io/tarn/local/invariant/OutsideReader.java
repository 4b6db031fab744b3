package io.tarn.local.invariant;

import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.local.home.Json;
import io.tarn.local.invariant.Outside.OnlineSlice;
import io.tarn.local.plan.StackFile;
import io.tarn.local.rest.Persistent;
import io.tarn.local.rest.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Looks at what is outside the database: the EMCs' tables, the hosts, the bus. */
public final class OutsideReader {

  private final Persistent calls;
  private final StackFile stack;

  /**
   * @param calls makes the calls
   * @param stack where everything is
   */
  public OutsideReader(Persistent calls, StackFile stack) {
    this.calls = calls;
    this.stack = stack;
  }

  /**
   * Looks now.
   *
   * @throws IOException when somebody does not answer
   */
  public Outside read() throws IOException, InterruptedException {
    return new Outside(tables(), online(), new BusReader(stack.bus()).sequences());
  }

  private Map<String, List<TableEntry>> tables() throws IOException, InterruptedException {
    Map<String, List<TableEntry>> tables = new LinkedHashMap<>();
    for (String pool : stack.options().cluster().poolIds()) {
      JsonNode body = get(stack.emulator(), "/v1/emcs/" + pool + "/table");
      tables.put(pool, Json.MAPPER.treeToValue(body, TableView.class).entries());
    }
    return tables;
  }

  private List<OnlineSlice> online() throws IOException, InterruptedException {
    List<OnlineSlice> online = new ArrayList<>();
    for (JsonNode host : get(stack.agents(), "/v1/hosts").path("hosts")) {
      for (JsonNode slice : host.path("online")) {
        online.add(
            new OnlineSlice(
                host.path("hostId").asString(),
                slice.path("poolId").asString(),
                slice.path("slice").asInt()));
      }
    }
    return online;
  }

  private JsonNode get(String base, String path) throws IOException, InterruptedException {
    Reply reply = calls.call("GET", List.of(base), path, null, 0);
    if (!reply.ok()) {
      throw new IOException("GET " + base + path + ": " + reply.detail());
    }
    return reply.body();
  }
}
