package io.tarn.pool.audit;

import io.tarn.contracts.emc.TableEntry;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.ledger.Said;
import io.tarn.pool.slice.Slice;
import java.util.List;
import java.util.Map;

/**
 * Everything that an audit of a pool looks at.
 *
 * @param pool the pool
 * @param slices those that stood still while the others were read
 * @param table the EMC's entries by slice; empty when they were not read
 * @param said what hosts last said
 * @param hosts by name
 * @param ports port numbers by host
 * @param grants that the slices serve, by id
 * @param toldUnder the grants under which hosts were told to bring online what the record does not
 *     give them; nothing for what nobody ever told them
 */
public record AuditView(
    Pool pool,
    List<Stood> slices,
    Map<Integer, TableEntry> table,
    List<SaidSince> said,
    Map<String, Host> hosts,
    Map<String, Integer> ports,
    Map<String, Grant> grants,
    Map<Said, String> toldUnder) {

  /** Copies the collections. */
  public AuditView {
    slices = List.copyOf(slices);
    table = Map.copyOf(table);
    said = List.copyOf(said);
    hosts = Map.copyOf(hosts);
    ports = Map.copyOf(ports);
    grants = Map.copyOf(grants);
    toldUnder = Map.copyOf(toldUnder);
  }

  /**
   * A slice and when it changed last.
   *
   * @param sinceMillis milliseconds since 1970
   */
  public record Stood(Slice slice, long sinceMillis) {}

  /**
   * What a host said and since when.
   *
   * @param sinceMillis milliseconds since 1970
   */
  public record SaidSince(Said said, long sinceMillis) {}

  /** The same view, knowing under which grants hosts were told. */
  AuditView told(Map<Said, String> grantIds) {
    return new AuditView(pool, slices, table, said, hosts, ports, grants, grantIds);
  }
}
