package io.tarn.trainer.app;

import io.tarn.contracts.model.Artifact;
import io.tarn.contracts.model.ArtifactPart;
import io.tarn.contracts.model.Manifest;
import io.tarn.contracts.model.Verification;
import io.tarn.contracts.model.Verification.Refused;
import io.tarn.contracts.model.Verification.Verified;
import io.tarn.trainer.dataset.RefusedDataException;
import io.tarn.trainer.ingress.CsvTrainingData;
import io.tarn.trainer.run.TrainedPair;
import io.tarn.trainer.run.TrainingRun;
import io.tarn.trainer.run.TrainingState;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * One training over files, without database or bus: reads {@code --tarn.training.data-directory},
 * writes the pair to {@code --out} if it passes the gate against the one already there, and exits
 * with {@link TrainingState#exitCode()}. Takes every {@code --tarn.training.*} of the service.
 */
public final class TrainOnce {

  private static final String OUT = "out";
  private static final String USAGE =
      "needed: --tarn.training.once=182|222 --tarn.training.data-directory=DIR"
          + " --tarn.training.signing-key-file=FILE --out=DIR";

  private TrainOnce() {}

  /** Runs it. */
  public static void main(String[] arguments) {
    System.exit(run(arguments, System.out));
  }

  static int run(String[] arguments, PrintStream says) {
    try {
      Map<String, String> options = options(arguments);
      BindResult<TrainingProperties> bound =
          new Binder(new MapConfigurationPropertySource(options))
              .bind("tarn.training", TrainingProperties.class);
      Path out = Path.of(options.getOrDefault(OUT, ""));
      TrainingState state = train(bound.orElseThrow(TrainOnce::incomplete), out, says);
      return state.exitCode();
    } catch (RefusedDataException e) {
      says.println("refused: " + e.getMessage());
      TrainingState state = e.isTooLittle() ? TrainingState.TOO_LITTLE_DATA : TrainingState.FAILED;
      return state.exitCode();
    } catch (RuntimeException | IOException e) {
      says.println("failed: " + e.getMessage());
      return TrainingState.FAILED.exitCode();
    }
  }

  private static TrainingState train(TrainingProperties properties, Path out, PrintStream says)
      throws IOException {
    if (properties.signingKeyFile() == null
        || properties.dataDirectory() == null
        || out.toString().isEmpty()) {
      throw incomplete();
    }
    int scenario = io.tarn.contracts.model.Scenario.check("once", properties.once());
    Sealing sealing = Sealing.of(properties.signingKeyFile());
    TrainedPair pair =
        new TrainingRun(properties.settings(), sealing.sealer())
            .train(
                scenario,
                new CsvTrainingData(properties.dataDirectory()).read(scenario),
                properties.seed(),
                serving(out, scenario, sealing, says),
                stage -> says.println("stage: " + stage));
    if (pair.objection() != null) {
      says.println("kept: " + pair.objection());
      return TrainingState.KEPT;
    }
    write(pair.artifact(), out);
    says.println("promoted: " + pair.manifest().pairId());
    return TrainingState.PROMOTED;
  }

  private static Optional<Verified> serving(
      Path out, int scenario, Sealing sealing, PrintStream says) throws IOException {
    if (!Files.exists(out.resolve(ArtifactPart.MANIFEST.fileName()))) {
      return Optional.empty();
    }
    Artifact artifact =
        new Artifact(
            read(out, ArtifactPart.MANIFEST),
            read(out, ArtifactPart.SIGNATURE),
            read(out, ArtifactPart.FOREST),
            read(out, ArtifactPart.GBM));
    Manifest manifest = Sealing.read(artifact.bytes(ArtifactPart.MANIFEST));
    Verification verification = sealing.verifier().verify(manifest.pairId(), scenario, artifact);
    if (verification instanceof Refused refused) {
      says.println("the pair in " + out + " is not compared with: " + refused.reason());
      return Optional.empty();
    }
    return Optional.of((Verified) verification);
  }

  private static byte[] read(Path directory, ArtifactPart part) throws IOException {
    return Files.readAllBytes(directory.resolve(part.fileName()));
  }

  /** The manifest last: files that do not fit it are refused by their hashes. */
  private static void write(Artifact artifact, Path out) throws IOException {
    Files.createDirectories(out);
    for (ArtifactPart part :
        new ArtifactPart[] {
          ArtifactPart.FOREST, ArtifactPart.GBM, ArtifactPart.SIGNATURE, ArtifactPart.MANIFEST
        }) {
      Path written = out.resolve(part.fileName() + ".new");
      Files.write(written, artifact.bytes(part));
      Files.move(
          written,
          out.resolve(part.fileName()),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static Map<String, String> options(String[] arguments) {
    Map<String, String> options = new HashMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      if (!argument.startsWith("--") || equals < 0) {
        throw new IllegalArgumentException("\"" + argument + "\" is no option; " + USAGE);
      }
      options.put(argument.substring(2, equals), argument.substring(equals + 1));
    }
    return options;
  }

  private static IllegalArgumentException incomplete() {
    return new IllegalArgumentException(USAGE);
  }
}
