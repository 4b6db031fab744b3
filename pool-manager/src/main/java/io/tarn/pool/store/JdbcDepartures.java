package io.tarn.pool.store;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.DepartureView;
import io.tarn.contracts.pool.GrantState;
import io.tarn.pool.buffer.Departures;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Departures in the rows of grants. */
public final class JdbcDepartures implements Departures {

  private static final String LIVE = " where grant_id = ? and state in ('GRANTED', 'ONLINE')";
  private static final String MILLIS =
      "floor(extract(epoch from leaving_at) * 1000)::bigint as leaving_millis";
  private static final String SAY =
      "update memory_grant set leaving_at = clock_timestamp() + ? * interval '1 millisecond'"
          + LIVE
          + " returning "
          + MILLIS;
  private static final String OF =
      "select " + MILLIS + " from memory_grant" + LIVE + " and leaving_at is not null";
  private static final String TAKE_BACK =
      "update memory_grant set leaving_at = null" + LIVE + " and leaving_at is not null";
  private static final String STATE = "select state from memory_grant where grant_id = ?";

  private final JdbcClient jdbc;

  /**
   * @param jdbc on the service's schema
   */
  public JdbcDepartures(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Outcome say(GrantId id, long inMillis) {
    return jdbc.sql(SAY)
        .param(inMillis)
        .param(id.toString())
        .query(Long.class)
        .optional()
        .<Outcome>map(millis -> new Outcome.Said(new DepartureView(id.toString(), millis)))
        .orElseGet(() -> refused(id));
  }

  private Outcome refused(GrantId id) {
    return jdbc.sql(STATE)
        .param(id.toString())
        .query(String.class)
        .optional()
        .<Outcome>map(state -> new Outcome.NotLive(GrantState.valueOf(state)))
        .orElseGet(Outcome.NoGrant::new);
  }

  @Override
  public Optional<DepartureView> of(GrantId id) {
    return jdbc.sql(OF)
        .param(id.toString())
        .query(Long.class)
        .optional()
        .map(millis -> new DepartureView(id.toString(), millis));
  }

  @Override
  public void takeBack(GrantId id) {
    jdbc.sql(TAKE_BACK).param(id.toString()).update();
  }
}
