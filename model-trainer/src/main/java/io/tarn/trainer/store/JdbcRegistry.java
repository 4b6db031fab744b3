package io.tarn.trainer.store;

import io.tarn.contracts.model.Artifact;
import io.tarn.contracts.model.ArtifactPart;
import io.tarn.contracts.model.Manifest;
import io.tarn.contracts.model.ManifestReader;
import io.tarn.trainer.registry.Announcer;
import io.tarn.trainer.registry.Change;
import io.tarn.trainer.registry.PairState;
import io.tarn.trainer.registry.PairView;
import io.tarn.trainer.registry.Registry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** The registry in the trainer's schema. */
public final class JdbcRegistry implements Registry {

  private static final String INSERT =
      """
      insert into model_pair
        (pair_id, scenario, state, reason, manifest, signature, forest, gbm)
      values (:pair, :scenario, :state, :reason, :manifest, :signature, :forest, :gbm)
      """;
  private static final String VIEW =
      "select manifest, state, reason, predecessor, trained_at, changed_at from model_pair ";
  private static final String RETIRE =
      """
      update model_pair set state = 'RETIRED', reason = :reason, changed_at = clock_timestamp()
      where scenario = :scenario and state = 'SERVING'
      """;
  private static final String SERVE =
      """
      update model_pair set state = 'SERVING', reason = null, changed_at = clock_timestamp(),
        predecessor = case when :keepPredecessor then predecessor else :predecessor end
      where pair_id = :pair
      """;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final ManifestReader reader;
  private final Announcer announcer;

  /**
   * @param jdbc on the trainer's schema
   * @param transactions of the same
   * @param reader of manifests
   * @param announcer in the same transactions
   */
  public JdbcRegistry(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      ManifestReader reader,
      Announcer announcer) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.reader = reader;
    this.announcer = announcer;
  }

  @Override
  public void add(Manifest manifest, Artifact artifact, @Nullable String objection) {
    PairState state = objection == null ? PairState.CANDIDATE : PairState.REJECTED;
    jdbc.sql(INSERT)
        .param("pair", manifest.pairId())
        .param("scenario", manifest.scenario())
        .param("state", state.name())
        .param("reason", objection)
        .param("manifest", artifact.bytes(ArtifactPart.MANIFEST))
        .param("signature", artifact.bytes(ArtifactPart.SIGNATURE))
        .param("forest", artifact.bytes(ArtifactPart.FOREST))
        .param("gbm", artifact.bytes(ArtifactPart.GBM))
        .update();
  }

  @Override
  public Change promote(String pairId) {
    return alone(() -> find(pairId).map(this::promote).orElse(new Change.Unknown(pairId)));
  }

  @Override
  public Change rollback(int scenario) {
    return alone(
        () -> {
          String before =
              serving(scenario).flatMap(this::find).map(PairView::predecessor).orElse(null);
          if (before == null) {
            return new Change.Refused("no pair served before the one that serves " + scenario);
          }
          retire(scenario, "rolled back to " + before);
          serve(scenario, before, true, null);
          return new Change.Serves(before);
        });
  }

  @Override
  public Optional<String> serving(int scenario) {
    return jdbc.sql("select pair_id from model_pair where scenario = ? and state = 'SERVING'")
        .param(scenario)
        .query(String.class)
        .optional();
  }

  @Override
  public Optional<PairView> find(String pairId) {
    return jdbc.sql(VIEW + "where pair_id = ?").param(pairId).query(this::view).optional();
  }

  @Override
  public List<PairView> page(String after, int limit) {
    return jdbc.sql(VIEW + "where pair_id > ? order by pair_id limit ?")
        .param(after)
        .param(limit)
        .query(this::view)
        .list();
  }

  @Override
  public Optional<Artifact> artifact(String pairId) {
    return jdbc.sql("select manifest, signature, forest, gbm from model_pair where pair_id = ?")
        .param(pairId)
        .query(
            (row, number) ->
                new Artifact(row.getBytes(1), row.getBytes(2), row.getBytes(3), row.getBytes(4)))
        .optional();
  }

  private Change promote(PairView pair) {
    return switch (pair.state()) {
      case REJECTED ->
          new Change.Refused("pair " + pair.pairId() + " was rejected: " + pair.reason());
      case SERVING -> new Change.Serves(pair.pairId());
      case CANDIDATE, RETIRED -> {
        String before = serving(pair.scenario()).orElse(null);
        retire(pair.scenario(), "pair " + pair.pairId() + " was promoted");
        serve(pair.scenario(), pair.pairId(), false, before);
        yield new Change.Serves(pair.pairId());
      }
    };
  }

  private void retire(int scenario, String reason) {
    jdbc.sql(RETIRE).param("scenario", scenario).param("reason", reason).update();
  }

  private void serve(
      int scenario, String pairId, boolean keepPredecessor, @Nullable String predecessor) {
    jdbc.sql(SERVE)
        .param("pair", pairId)
        .param("keepPredecessor", keepPredecessor)
        .param("predecessor", predecessor, java.sql.Types.VARCHAR)
        .update();
    announcer.announce(scenario, pairId);
  }

  /** In a transaction, one after the other. */
  private Change alone(java.util.function.Supplier<Change> change) {
    return transactions.execute(
        status -> {
          jdbc.sql("select pg_advisory_xact_lock(hashtext('tarn.trainer.registry'))")
              .query((row, number) -> 1)
              .single();
          return change.get();
        });
  }

  private PairView view(ResultSet row, int number) throws SQLException {
    return PairView.of(
        reader.read(row.getBytes("manifest")),
        PairState.valueOf(row.getString("state")),
        row.getString("reason"),
        row.getString("predecessor"),
        instant(row.getTimestamp("trained_at")),
        instant(row.getTimestamp("changed_at")));
  }

  private static java.time.Instant instant(Timestamp timestamp) {
    return timestamp.toInstant();
  }
}
