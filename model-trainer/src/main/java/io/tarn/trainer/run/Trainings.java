package io.tarn.trainer.run;

import io.tarn.contracts.model.Artifact;
import io.tarn.contracts.model.ArtifactVerifier;
import io.tarn.contracts.model.Manifest;
import io.tarn.contracts.model.Verification.Verified;
import io.tarn.trainer.dataset.Dataset;
import io.tarn.trainer.dataset.RefusedDataException;
import io.tarn.trainer.dataset.TrainingData;
import io.tarn.trainer.registry.Change;
import io.tarn.trainer.registry.PairView;
import io.tarn.trainer.registry.Registry;
import java.util.Optional;
import java.util.function.Supplier;

/** Runs trainings and puts what they make into the registry. Whatever fails, what served stays. */
public final class Trainings {

  private final TrainingData data;
  private final TrainingRun run;
  private final Registry registry;
  private final ArtifactVerifier verifier;

  /**
   * @param data where the rows come from
   * @param run how a pair is made of them
   * @param registry takes it
   * @param verifier of what serves
   */
  public Trainings(
      TrainingData data, TrainingRun run, Registry registry, ArtifactVerifier verifier) {
    this.data = data;
    this.run = run;
    this.registry = registry;
    this.verifier = verifier;
  }

  /** Runs a training to its end. */
  public TrainingEnd run(TrainingRequest request, TrainingLog.Ticket ticket) {
    Supplier<TrainingEnd> last;
    try {
      last = learned(request, ticket);
    } catch (RefusedDataException e) {
      TrainingState state = e.isTooLittle() ? TrainingState.TOO_LITTLE_DATA : TrainingState.FAILED;
      last = () -> new TrainingEnd(state, String.valueOf(e.getMessage()), null);
    } catch (RuntimeException | OutOfMemoryError e) {
      last = () -> new TrainingEnd(TrainingState.FAILED, e.toString(), null);
    }
    return ticket.end(last);
  }

  private Supplier<TrainingEnd> learned(TrainingRequest request, Progress progress) {
    progress.entered(Stage.READING);
    Dataset dataset = data.read(request.scenario());
    String pairId = run.pairId(request.scenario(), dataset, request.seed());
    Optional<PairView> known = registry.find(pairId);
    if (known.isPresent()) {
      return () -> new TrainingEnd(TrainingState.KEPT, made(known.get()), pairId);
    }
    TrainedPair pair =
        run.train(
            request.scenario(), dataset, request.seed(), serving(request.scenario()), progress);
    return () -> register(request, pair);
  }

  private TrainingEnd register(TrainingRequest request, TrainedPair pair) {
    Manifest manifest = pair.manifest();
    registry.add(manifest, pair.artifact(), pair.objection());
    if (pair.objection() != null) {
      if (pair.servingKeepsBudget()) {
        registry.reaffirm(request.scenario());
      }
      return new TrainingEnd(TrainingState.KEPT, pair.objection(), manifest.pairId());
    }
    if (!request.promote()) {
      return new TrainingEnd(
          TrainingState.CANDIDATE, "passed the gate, waits to be promoted", manifest.pairId());
    }
    Change change = registry.promote(manifest.pairId());
    if (change instanceof Change.Serves) {
      return new TrainingEnd(TrainingState.PROMOTED, "passed the gate", manifest.pairId());
    }
    throw new IllegalStateException("a new candidate was not promoted: " + change);
  }

  private static String made(PairView pair) {
    String same = "the same rows and seed made pair " + pair.pairId() + ", " + pair.state();
    return switch (pair.state()) {
      case CANDIDATE, RETIRED ->
          same + "; to let it serve: POST /v1/models/" + pair.pairId() + "/promote";
      case SERVING, REJECTED -> same;
    };
  }

  /** What serves, unless it is not to be trusted or of other features: then it judges nobody. */
  private Optional<Verified> serving(int scenario) {
    String pairId = registry.serving(scenario).orElse(null);
    if (pairId == null) {
      return Optional.empty();
    }
    Artifact artifact = registry.artifact(pairId).orElseThrow();
    return verifier.verify(pairId, scenario, artifact) instanceof Verified verified
        ? Optional.of(verified)
        : Optional.empty();
  }
}
