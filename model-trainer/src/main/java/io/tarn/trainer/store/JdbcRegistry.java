package io.tarn.trainer.store;

import io.tarn.contracts.model.Artifact;
import io.tarn.contracts.model.ArtifactPart;
import io.tarn.contracts.model.ArtifactVerifier;
import io.tarn.contracts.model.Manifest;
import io.tarn.contracts.model.ManifestReader;
import io.tarn.contracts.model.Verification.Refused;
import io.tarn.trainer.registry.Announcer;
import io.tarn.trainer.registry.Change;
import io.tarn.trainer.registry.PairRow;
import io.tarn.trainer.registry.PairState;
import io.tarn.trainer.registry.PairView;
import io.tarn.trainer.registry.Registry;
import java.sql.ResultSet;
import java.sql.SQLException;
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
      """
      select pair_id, scenario, manifest, state, reason, predecessor, trained_at, changed_at
      from model_pair
      """;
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
  private final ArtifactVerifier verifier;
  private final Announcer announcer;

  /**
   * @param jdbc on the trainer's schema
   * @param transactions of the same
   * @param reader of manifests
   * @param verifier of what is to serve
   * @param announcer in the same transactions
   */
  public JdbcRegistry(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      ManifestReader reader,
      ArtifactVerifier verifier,
      Announcer announcer) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.reader = reader;
    this.verifier = verifier;
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
  public Change rollback(int scenario, @Nullable String from) {
    return alone(
        () -> {
          String serving = serving(scenario).orElse(null);
          if (from != null && !from.equals(serving)) {
            return new Change.Refused(
                (serving == null ? "no pair" : "pair " + serving) + " serves, not " + from);
          }
          String before = serving == null ? null : predecessor(serving).orElse(null);
          if (before == null) {
            return new Change.Refused("no pair served before the one that serves " + scenario);
          }
          Optional<Change> refused = unsound(before, scenario);
          if (refused.isPresent()) {
            return refused.get();
          }
          retire(scenario, "rolled back to " + before);
          serve(scenario, before, true, null);
          return new Change.Serves(before);
        });
  }

  @Override
  public void reaffirm(int scenario) {
    serving(scenario).ifPresent(pairId -> announcer.announce(scenario, pairId));
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
      case SERVING ->
          unsound(pair.pairId(), pair.scenario())
              .orElseGet(
                  () -> {
                    // once more, for whoever has not taken it or counts how old the word is
                    announcer.announce(pair.scenario(), pair.pairId());
                    return new Change.Serves(pair.pairId());
                  });
      case CANDIDATE, RETIRED -> {
        Optional<Change> refused = unsound(pair.pairId(), pair.scenario());
        if (refused.isPresent()) {
          yield refused.get();
        }
        String before = serving(pair.scenario()).orElse(null);
        retire(pair.scenario(), "pair " + pair.pairId() + " was promoted");
        serve(pair.scenario(), pair.pairId(), false, before);
        yield new Change.Serves(pair.pairId());
      }
    };
  }

  private Optional<String> predecessor(String pairId) {
    return jdbc.sql(
            "select predecessor from model_pair where pair_id = ? and predecessor is not null")
        .param(pairId)
        .query(String.class)
        .optional();
  }

  /** Why a pair must not serve whatever its state: its bytes are not what was signed. */
  private Optional<Change> unsound(String pairId, int scenario) {
    Artifact artifact = artifact(pairId).orElseThrow();
    return verifier.verify(pairId, scenario, artifact) instanceof Refused refused
        ? Optional.of(
            new Change.Refused("pair " + pairId + " is damaged in the store: " + refused.reason()))
        : Optional.empty();
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
    PairRow pair =
        new PairRow(
            row.getString("pair_id"),
            row.getInt("scenario"),
            PairState.valueOf(row.getString("state")),
            row.getString("reason"),
            row.getString("predecessor"),
            row.getTimestamp("trained_at").toInstant(),
            row.getTimestamp("changed_at").toInstant());
    Manifest manifest;
    try {
      manifest = reader.read(row.getBytes("manifest"));
    } catch (RuntimeException e) {
      return PairView.unreadable(pair, "its manifest cannot be read: " + e.getMessage());
    }
    return PairView.of(pair, manifest);
  }
}
