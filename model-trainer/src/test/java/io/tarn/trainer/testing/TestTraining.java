package io.tarn.trainer.testing;

import io.tarn.contracts.model.ArtifactVerifier;
import io.tarn.contracts.model.Manifest;
import io.tarn.contracts.model.Verification.Verified;
import io.tarn.trainer.dataset.Dataset;
import io.tarn.trainer.run.LeastData;
import io.tarn.trainer.run.Sealer;
import io.tarn.trainer.run.TrainedPair;
import io.tarn.trainer.run.TrainingRun;
import io.tarn.trainer.run.TrainingSettings;
import io.tarn.trainer.training.BoostSettings;
import io.tarn.trainer.training.ForestSettings;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** Small trainings with one key. */
public final class TestTraining {

  /** JSON as the service writes it. */
  public static final JsonMapper JSON = JsonMapper.builder().build();

  /** The key of this JVM. */
  public static final KeyPair KEYS = keys();

  /** Few and small trees. */
  public static final TrainingSettings SETTINGS =
      new TrainingSettings(
          5,
          4,
          0.9,
          new LeastData(100, 50, 20, 5),
          new ForestSettings(40, 20, 2),
          new BoostSettings(40, 16, 10, 0.05, 0.1, 0.7),
          "test");

  private TestTraining() {}

  /** A run with these settings. */
  public static TrainingRun run(TrainingSettings settings) {
    return new TrainingRun(
        settings,
        new Sealer(
            KEYS.getPrivate(),
            manifest -> JSON.writeValueAsString(manifest).getBytes(StandardCharsets.UTF_8)));
  }

  /** Trains with nothing serving. */
  public static TrainedPair train(Dataset dataset, long seed) {
    return run(SETTINGS).train(182, dataset, seed, Optional.empty(), stage -> {});
  }

  /** The pair as a scheduler would see it. */
  public static Verified verified(TrainedPair pair) {
    return (Verified)
        new ArtifactVerifier(KEYS.getPublic(), json -> JSON.readValue(json, Manifest.class))
            .verify(pair.manifest().pairId(), 182, pair.artifact());
  }

  /** The private half as a file would hold it. */
  public static String privateKeyPem() {
    String body =
        Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(KEYS.getPrivate().getEncoded());
    return "-----BEGIN PRIVATE KEY-----\n" + body + "\n-----END PRIVATE KEY-----\n";
  }

  private static KeyPair keys() {
    try {
      return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
