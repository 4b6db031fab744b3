package io.tarn.pool.operation;

import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.pool.PoolStore;
import io.tarn.pool.testing.Rig;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The feed is read as it was written, not as a host would read it now. */
class JdbcOperationIT extends OperationContract {

  private final Rig rig = Rig.shared();
  // nobody answers there, so that the driver of this process leaves the pools alone
  private final URI nobody = URI.create("http://127.0.0.1:1/v1/emcs/none");

  @Override
  Ledger ledger() {
    return rig.replica().part(Ledger.class);
  }

  @Override
  void addPool(String poolId, int capacityGiB) {
    List<TableEntry> entries =
        IntStream.range(0, capacityGiB).mapToObj(n -> new TableEntry(n, null, 0)).toList();
    rig.replica()
        .part(PoolStore.class)
        .declare(
            poolId,
            new PoolSpec(capacityGiB, nobody),
            new TableView(UUID.randomUUID(), capacityGiB, 0, entries));
  }

  @Override
  void wire(String poolId, String hostId) {
    rig.replica().part(PoolStore.class).wire(poolId, hostId);
  }

  @Override
  List<String> feed(String hostId) {
    return rig.replica()
        .part(JdbcClient.class)
        .sql(
            "select concat_ws(' ', kind, operation_id) from command where host_id = ?"
                + " order by sequence")
        .param(hostId)
        .query(String.class)
        .list();
  }

  @Override
  void passDeadline(String hostId, String operationId) {
    JdbcClient.create(rig.database().asAdministrator())
        .sql(
            "update pool.operation set deadline_at = clock_timestamp() - interval '1 second'"
                + " where host_id = ? and operation_id = ?")
        .param(hostId)
        .param(operationId)
        .update();
  }
}
