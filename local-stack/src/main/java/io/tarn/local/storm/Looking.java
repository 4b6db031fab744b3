package io.tarn.local.storm;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.local.home.Json;
import io.tarn.local.invariant.RowReader;
import io.tarn.local.invariant.Rows;
import io.tarn.local.plan.StackFile;
import io.tarn.local.rest.Reply;
import io.tarn.local.rest.RestClient;
import io.tarn.local.storm.Look.HostSlice;
import java.io.IOException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Looks at a stack that works: once, without waiting for anything that is down. */
final class Looking {

  private final RestClient rest;
  private final StackFile stack;
  private final RowReader rows;
  private final GrantLedger ledger;

  /**
   * @param rest makes the calls; gives up on one that is silent for a while
   * @param stack where everything is
   * @param rows reads the store
   * @param ledger of the clients
   */
  Looking(RestClient rest, StackFile stack, RowReader rows, GrantLedger ledger) {
    this.rest = rest;
    this.stack = stack;
    this.rows = rows;
    this.ledger = ledger;
  }

  /**
   * Looks now.
   *
   * @throws IOException when somebody does not answer
   * @throws SQLException when the database does not answer
   */
  Look look() throws IOException, SQLException, InterruptedException {
    Map<GrantId, Promise> known = ledger.snapshot();
    Rows before = rows.read();
    Map<GrantId, Promise> promised = ledger.snapshot();
    Set<HostSlice> online = online();
    Map<String, List<TableEntry>> tables = tables();
    Set<HostSlice> onlineAfter = online();
    return new Look(known, before, promised, online, tables, onlineAfter, rows.read());
  }

  private Map<String, List<TableEntry>> tables() throws IOException, InterruptedException {
    Map<String, List<TableEntry>> tables = new HashMap<>();
    for (String pool : stack.options().cluster().poolIds()) {
      JsonNode body = get(stack.emulator() + "/v1/emcs/" + pool + "/table");
      tables.put(pool, Json.MAPPER.treeToValue(body, TableView.class).entries());
    }
    return tables;
  }

  private Set<HostSlice> online() throws IOException, InterruptedException {
    Set<HostSlice> online = new HashSet<>();
    for (JsonNode host : get(stack.agents() + "/v1/hosts").path("hosts")) {
      for (JsonNode slice : host.path("online")) {
        online.add(
            new HostSlice(
                host.path("hostId").asString(),
                slice.path("poolId").asString(),
                slice.path("slice").asInt(),
                slice.path("generation").asLong()));
      }
    }
    return online;
  }

  private JsonNode get(String uri) throws IOException, InterruptedException {
    Reply reply = rest.call("GET", uri, null);
    if (!reply.ok()) {
      throw new IOException("GET " + uri + ": " + reply.detail());
    }
    return reply.body();
  }
}
