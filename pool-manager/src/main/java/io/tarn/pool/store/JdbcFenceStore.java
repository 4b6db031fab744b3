package io.tarn.pool.store;

import io.tarn.contracts.pool.FenceView;
import io.tarn.contracts.pool.FenceView.FencedSlice;
import io.tarn.contracts.pool.FenceView.Progress;
import io.tarn.pool.fence.FenceStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Fences in the service's own schema. */
public final class JdbcFenceStore implements FenceStore {

  private static final String FENCE =
      """
      select host_id, fence, floor(extract(epoch from fenced_at) * 1000)::bigint as fenced_millis
      from host where host_id = ? and fence is not null
      """;
  private static final String SLICES =
      """
      select f.pool_id, f.slice_no, f.generation, s.cause,
        case when not (s.fenced and s.host_id = f.host_id) then 'CLEARED'
          when s.state = 'LOST' then 'LOST'
          else 'WAITING' end as progress
      from fenced_slice f
      join host h on h.host_id = f.host_id and h.fence_no = f.fence_no
      join slice s on s.pool_id = f.pool_id and s.slice_no = f.slice_no
      where f.host_id = ?
      order by f.pool_id, f.slice_no
      """;

  private final JdbcClient jdbc;

  /**
   * @param jdbc on the service's schema
   */
  public JdbcFenceStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Optional<FenceView> view(String hostId) {
    List<FencedSlice> slices = jdbc.sql(SLICES).param(hostId).query((row, n) -> slice(row)).list();
    return jdbc.sql(FENCE)
        .param(hostId)
        .query(
            (row, n) ->
                new FenceView(
                    row.getString("host_id"),
                    row.getString("fence"),
                    row.getLong("fenced_millis"),
                    count(slices, Progress.CLEARED),
                    count(slices, Progress.WAITING),
                    slices))
        .optional();
  }

  private static FencedSlice slice(ResultSet row) throws SQLException {
    Progress progress = Progress.valueOf(row.getString("progress"));
    return new FencedSlice(
        row.getString("pool_id"),
        row.getInt("slice_no"),
        row.getLong("generation"),
        progress,
        progress == Progress.CLEARED ? null : row.getString("cause"));
  }

  private static int count(List<FencedSlice> slices, Progress progress) {
    return (int) slices.stream().filter(slice -> slice.progress() == progress).count();
  }
}
