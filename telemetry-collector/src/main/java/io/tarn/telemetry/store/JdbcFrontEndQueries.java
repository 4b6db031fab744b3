package io.tarn.telemetry.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tarn.contracts.bus.FrontEndEpoch;
import io.tarn.telemetry.frontend.EpochView;
import io.tarn.telemetry.frontend.FrontEndQueries;
import io.tarn.telemetry.frontend.FrontEndView;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Looks at rows of front ends. */
public final class JdbcFrontEndQueries implements FrontEndQueries {

  private static final String FRONT_ENDS =
      """
      select front_end_id, body,
        (extract(epoch from clock_timestamp() - received_at) * 1000)::bigint as age_millis
      from front_end where front_end_id > ? order by front_end_id limit ?
      """;
  private static final String FRONT_END =
      """
      select front_end_id, body,
        (extract(epoch from clock_timestamp() - received_at) * 1000)::bigint as age_millis
      from front_end where front_end_id = ?
      """;
  private static final String EPOCHS =
      """
      select body from front_end_epoch
      where front_end_id = ? and (incarnation, epoch) > (?, ?)
      order by incarnation, epoch limit ?
      """;

  private final JdbcClient jdbc;

  /** Through this. */
  public JdbcFrontEndQueries(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public List<FrontEndView> frontEnds(String after, int limit) {
    return jdbc.sql(FRONT_ENDS).param(after).param(limit).query((row, n) -> frontEnd(row)).list();
  }

  @Override
  public Optional<FrontEndView> frontEnd(String frontEndId) {
    return jdbc.sql(FRONT_END).param(frontEndId).query((row, n) -> frontEnd(row)).optional();
  }

  @Override
  public List<EpochView> epochs(
      String frontEndId, long afterIncarnation, long afterEpoch, int limit) {
    return jdbc.sql(EPOCHS)
        .param(frontEndId)
        .param(afterIncarnation)
        .param(afterEpoch)
        .param(limit)
        .query((row, n) -> epoch(row.getBytes("body")))
        .list();
  }

  private static FrontEndView frontEnd(ResultSet row) throws SQLException {
    return new FrontEndView(
        row.getString("front_end_id"), epoch(row.getBytes("body")), row.getLong("age_millis"));
  }

  private static EpochView epoch(byte[] body) {
    try {
      return EpochView.of(FrontEndEpoch.parseFrom(body));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a row of front_end_epoch is no epoch", e);
    }
  }
}
