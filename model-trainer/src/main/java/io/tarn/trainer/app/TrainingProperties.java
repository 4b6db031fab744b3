package io.tarn.trainer.app;

import io.tarn.contracts.Check;
import io.tarn.trainer.run.LeastData;
import io.tarn.trainer.run.TrainingSettings;
import io.tarn.trainer.training.BoostSettings;
import io.tarn.trainer.training.ForestSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How models are trained.
 *
 * @param signingKeyFile Ed25519 private key in PKCS#8 PEM; needed
 * @param dataDirectory with {@code workloads.csv} and {@code vms.csv}; absent: the collector's
 *     views
 * @param once the scenario of a one-shot run, 182 or 222; 0: serve
 * @param seed of a one-shot run
 * @param lease how long a training may be silent before another may begin, 1s..10m
 * @param slowdownMarginPercent the PDM
 * @param budgetPercent FP + OP that a pair may have, 100 - TP
 * @param confidence with which the operating point keeps the budget, 0.5..0.999
 * @param least below this there is no training
 * @param forest shape of the forest
 * @param boost shape of the boosted trees
 */
@ConfigurationProperties("tarn.training")
public record TrainingProperties(
    @Nullable Path signingKeyFile,
    @Nullable Path dataDirectory,
    @DefaultValue("0") int once,
    @DefaultValue("1") long seed,
    @DefaultValue("30s") Duration lease,
    @DefaultValue("5") double slowdownMarginPercent,
    @DefaultValue("2") double budgetPercent,
    @DefaultValue("0.95") double confidence,
    @DefaultValue Least least,
    @DefaultValue Forest forest,
    @DefaultValue Boost boost) {

  private static final Duration LEAST_LEASE = Duration.ofSeconds(1);
  private static final Duration MOST_LEASE = Duration.ofMinutes(10);
  static final String CODE_VERSION = "0.1.0";

  /** Checks the lease; the rest is checked where it is used. */
  public TrainingProperties {
    Check.duration("tarn.training.lease", lease, LEAST_LEASE, MOST_LEASE);
  }

  /**
   * See {@link LeastData}.
   *
   * @param fitVms VMs to fit on
   * @param judgedVms VMs of each of the other two folds
   * @param fitWorkloads workloads to fit the forest on
   * @param ofEachClass rows or VMs of sensitive and of insensitive workloads
   */
  public record Least(
      @DefaultValue("500") int fitVms,
      @DefaultValue("100") int judgedVms,
      @DefaultValue("30") int fitWorkloads,
      @DefaultValue("5") int ofEachClass) {}

  /**
   * See {@link ForestSettings}.
   *
   * @param trees how many
   * @param maxDepth of a tree
   * @param leastLeaf rows that a leaf must have
   */
  public record Forest(
      @DefaultValue("200") int trees,
      @DefaultValue("20") int maxDepth,
      @DefaultValue("2") int leastLeaf) {}

  /**
   * See {@link BoostSettings}.
   *
   * @param trees how many
   * @param maxLeaves of a tree
   * @param leastLeaf rows that a leaf must have
   * @param quantile of the untouched share
   * @param shrinkage of each tree's answer
   * @param sampleShare rows that each tree sees
   */
  public record Boost(
      @DefaultValue("100") int trees,
      @DefaultValue("32") int maxLeaves,
      @DefaultValue("20") int leastLeaf,
      @DefaultValue("0.03") double quantile,
      @DefaultValue("0.1") double shrinkage,
      @DefaultValue("0.5") double sampleShare) {}

  /** As the training takes them. */
  TrainingSettings settings() {
    return new TrainingSettings(
        slowdownMarginPercent,
        budgetPercent,
        confidence,
        new LeastData(least.fitVms(), least.judgedVms(), least.fitWorkloads(), least.ofEachClass()),
        new ForestSettings(forest.trees(), forest.maxDepth(), forest.leastLeaf()),
        new BoostSettings(
            boost.trees(),
            boost.maxLeaves(),
            boost.leastLeaf(),
            boost.quantile(),
            boost.shrinkage(),
            boost.sampleShare()),
        CODE_VERSION);
  }
}
