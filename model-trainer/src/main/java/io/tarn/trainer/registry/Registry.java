package io.tarn.trainer.registry;

import io.tarn.contracts.model.Artifact;
import io.tarn.contracts.model.Manifest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All pairs ever made, and which of them serves. Every change and its announcement are one
 * transaction.
 */
public interface Registry {

  /**
   * Adds a pair, as a candidate or rejected.
   *
   * @param objection why it must not serve; absent: it may
   */
  void add(Manifest manifest, Artifact artifact, @Nullable String objection);

  /**
   * Lets a candidate or a retired pair serve; what served is retired. One that serves is announced
   * again. Refused when its bytes are not what was signed.
   */
  Change promote(String pairId);

  /**
   * Lets what served before the serving pair serve again.
   *
   * @param from the pair that must serve now; absent: whichever does
   */
  Change rollback(int scenario, @Nullable String from);

  /** Announces again what serves, if anything does: it was found good once more. */
  void reaffirm(int scenario);

  /** The pair that serves. */
  Optional<String> serving(int scenario);

  /** A pair. */
  Optional<PairView> find(String pairId);

  /** Pairs by id, those after {@code after}. */
  List<PairView> page(String after, int limit);

  /** A pair's bytes. */
  Optional<Artifact> artifact(String pairId);
}
