package io.tarn.pool.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.ledger.LedgerContract;
import io.tarn.pool.pool.PoolStore;
import io.tarn.pool.testing.Rig;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

class JdbcLedgerIT extends LedgerContract {

  private final Rig rig = Rig.shared();
  // nobody answers there, so that the driver of this process leaves the pools alone
  private final URI nobody = URI.create("http://127.0.0.1:1/v1/emcs/none");

  @Override
  protected Ledger ledger() {
    return rig.replica().part(Ledger.class);
  }

  @Override
  protected void addPool(String poolId, int capacityGiB, @Nullable UUID deviceId) {
    if (deviceId == null) {
      // as it was declared before devices had identities
      rig.replica()
          .part(JdbcClient.class)
          .sql("insert into pool (pool_id, capacity_gib, emc) values (?, ?, ?)")
          .params(poolId, capacityGiB, nobody + "/" + poolId)
          .update();
      return;
    }
    List<TableEntry> entries =
        IntStream.range(0, capacityGiB).mapToObj(n -> new TableEntry(n, null, 0)).toList();
    TableView table = new TableView(deviceId, capacityGiB, 0, entries);
    assertThat(
            rig.replica()
                .part(PoolStore.class)
                .declare(poolId, new PoolSpec(capacityGiB, nobody), table))
        .isTrue();
  }

  @Override
  protected void wire(String poolId, String hostId) {
    rig.replica().part(PoolStore.class).wire(poolId, hostId);
  }

  @Override
  protected List<HostCommand> feed(String hostId) {
    return new JdbcCommandLog(
            rig.replica().part(JdbcClient.class), rig.replica().part(JsonMapper.class))
        .after(hostId, 0, 100);
  }
}
