package io.tarn.pool.store;

import io.tarn.contracts.pool.BootReport;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Effects.NewBoot;
import io.tarn.pool.ledger.FenceChange;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.slice.Slice;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** Rows of hosts and their commands. */
final class HostRows {

  private static final String SELECT =
      """
      select host_id, boot_id, booted_at_millis, block_bytes, refusal, fence, last_command
      from host
      """;
  private static final String BY_ID = SELECT + " where host_id = ?";
  private static final String WIRED =
      SELECT + " where host_id in (select host_id from port where pool_id = ?)";
  private static final String BOOT =
      """
      update host set boot_id = ?, booted_at_millis = ?, block_bytes = ?, refusal = ?,
        fence = null, fenced_at = null
      where host_id = ?
      """;
  private static final String FENCE =
      """
      update host set fence = ?, fenced_at = clock_timestamp(), fence_no = fence_no + 1
      where host_id = ? returning fence_no
      """;
  private static final String FENCED_SLICES =
      """
      insert into fenced_slice (host_id, fence_no, pool_id, slice_no, generation)
      select ?, ?, n.pool_id, n.slice_no, n.generation
      from unnest(?::text[], ?::integer[], ?::bigint[]) as n (pool_id, slice_no, generation)
      """;
  private static final String UNFENCE =
      "update host set fence = null, fenced_at = null, refusal = ? where host_id = ?";
  private static final String OPEN =
      """
      update port set open = true from pool
      where port.host_id = ? and not open
        and pool.pool_id = port.pool_id and pool.failed_at is null
      """;
  // in the order of locks
  private static final String NEXT =
      """
      with held as (
        select host_id from host where host_id = any(?::text[]) order by host_id for no key update)
      update host set last_command = last_command + n.count
      from held, unnest(?::text[], ?::integer[]) as n (host_id, count)
      where host.host_id = held.host_id and host.host_id = n.host_id
      returning host.host_id, last_command - n.count as before
      """;
  private static final String COMMAND =
      """
      insert into command (host_id, sequence, kind, grant_id, pool_id, slices, operation_id)
      select host_id, sequence, kind, grant_id, pool_id, slices::jsonb, operation_id
      from unnest(?::text[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
        as n (host_id, sequence, kind, grant_id, pool_id, slices, operation_id)
      """;

  // read from its end on, where the command is that a host answers
  private static final String ASKED_BACK =
      """
      select sequence from command
      where host_id = ? and kind = 'OFFLINE' and grant_id = ? and pool_id = ? and slices @> ?::jsonb
      order by sequence desc limit 1
      """;

  private final JdbcClient jdbc;
  private final JsonMapper json;

  HostRows(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  Optional<Host> byId(String hostId) {
    return jdbc.sql(BY_ID).param(hostId).query(HostRows::host).optional();
  }

  List<Host> byIds(Collection<String> hostIds) {
    return jdbc.sql(SELECT + " where host_id = any(?)")
        .param(hostIds.toArray(String[]::new))
        .query(HostRows::host)
        .list();
  }

  Optional<Host> lock(String hostId) {
    return jdbc.sql(BY_ID + " for no key update").param(hostId).query(HostRows::host).optional();
  }

  static List<Host> of(JdbcClient jdbc, String poolId) {
    return jdbc.sql(WIRED).param(poolId).query(HostRows::host).list();
  }

  void boot(NewBoot boot) {
    BootReport report = boot.report();
    jdbc.sql(BOOT)
        .param(report.bootId())
        .param(report.bootedAtMillis())
        .param(report.blockBytes())
        .param(boot.refusal())
        .param(boot.hostId())
        .update();
    open(boot.hostId());
  }

  void fence(FenceChange change) {
    if (change instanceof FenceChange.Raised raised) {
      raise(raised);
    } else if (change instanceof FenceChange.Lifted lifted) {
      jdbc.sql(UNFENCE).param(lifted.refusal()).param(lifted.hostId()).update();
      open(lifted.hostId());
    }
  }

  private void raise(FenceChange.Raised raised) {
    String hostId = raised.hostId();
    jdbc.sql("update port set open = false where host_id = ?").param(hostId).update();
    int number = jdbc.sql(FENCE).param(raised.reason()).param(hostId).query(Integer.class).single();
    jdbc.sql(FENCED_SLICES)
        .param(hostId)
        .param(number)
        .param(raised.slices().stream().map(s -> s.key().poolId()).toArray(String[]::new))
        .param(raised.slices().stream().map(s -> s.key().number()).toArray(Integer[]::new))
        .param(raised.slices().stream().map(s -> s.generation()).toArray(Long[]::new))
        .update();
  }

  private void open(String hostId) {
    jdbc.sql(OPEN).param(hostId).update();
  }

  /** Appends commands to their hosts' feeds; the row locks keep the feeds without gaps. */
  void append(List<Command> commands) {
    if (commands.isEmpty()) {
      return;
    }
    Map<String, Long> last = reserve(commands);
    Long[] sequences =
        commands.stream()
            .map(command -> last.merge(command.hostId(), 1L, Long::sum))
            .toArray(Long[]::new);
    jdbc.sql(COMMAND)
        .param(column(commands, Command::hostId))
        .param(sequences)
        .param(column(commands, command -> command.kind().name()))
        .param(column(commands, Command::grantId))
        .param(column(commands, Command::poolId))
        .param(column(commands, command -> json.writeValueAsString(command.slices())))
        .param(column(commands, Command::operationId))
        .update();
  }

  /** Makes room for commands in the feeds of their hosts; the last sequence before of each. */
  private Map<String, Long> reserve(List<Command> commands) {
    Map<String, Integer> counts = new TreeMap<>();
    commands.forEach(command -> counts.merge(command.hostId(), 1, Integer::sum));
    String[] hostIds = counts.keySet().toArray(String[]::new);
    Map<String, Long> last = new HashMap<>();
    jdbc.sql(NEXT)
        .param(hostIds)
        .param(hostIds)
        .param(counts.values().toArray(Integer[]::new))
        .query(
            row -> {
              last.put(row.getString("host_id"), row.getLong("before"));
            });
    return last;
  }

  private static String[] column(
      List<Command> commands, Function<Command, @Nullable String> value) {
    return commands.stream().map(value).toArray(String[]::new);
  }

  long askedBackBy(Slice slice) {
    return jdbc.sql(ASKED_BACK)
        .param(slice.hostId())
        .param(slice.grantId())
        .param(slice.key().poolId())
        .param(json.writeValueAsString(List.of(slice.ref())))
        .query(Long.class)
        .optional()
        .orElse(0L);
  }

  private static Host host(ResultSet row, int n) throws SQLException {
    String bootId = row.getString("boot_id");
    return new Host(
        row.getString("host_id"),
        bootId == null
            ? null
            : new BootReport(bootId, row.getLong("booted_at_millis"), row.getLong("block_bytes")),
        row.getString("refusal"),
        row.getString("fence"),
        row.getLong("last_command"));
  }
}
