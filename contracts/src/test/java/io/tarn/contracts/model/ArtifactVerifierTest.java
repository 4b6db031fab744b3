package io.tarn.contracts.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.model.Verification.Refused;
import io.tarn.contracts.model.Verification.Verified;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ArtifactVerifierTest {

  private final Pairs pairs = new Pairs();

  @Test
  void verify_asSigned_isVerified() {
    assertThat(pairs.verify(pairs.artifact(UnaryOperator.identity())))
        .isInstanceOfSatisfying(
            Verified.class,
            verified -> assertThat(verified.manifest()).isEqualTo(pairs.manifest()));
  }

  @ParameterizedTest
  @EnumSource
  void verify_anyBitTurned_isRefused(ArtifactPart part) {
    Artifact good = pairs.artifact(UnaryOperator.identity());
    int length = good.bytes(part).length;
    for (int at : new int[] {0, length / 2, length - 1}) {
      assertThat(pairs.verify(Pairs.turned(good, part, at))).isInstanceOf(Refused.class);
    }
  }

  @Test
  void verify_signedByAnother_isRefusedForItsSignature() {
    Artifact others = new Pairs().artifact(UnaryOperator.identity());

    assertThat(pairs.verify(others))
        .isEqualTo(new Refused("the signature is not of this manifest and key"));
  }

  @Test
  void verify_signatureOfNoLength_isRefusedForItsSignature() {
    Artifact good = pairs.artifact(UnaryOperator.identity());
    Artifact unsigned =
        new Artifact(
            good.bytes(ArtifactPart.MANIFEST),
            new byte[0],
            good.bytes(ArtifactPart.FOREST),
            good.bytes(ArtifactPart.GBM));

    assertThat(pairs.verify(unsigned))
        .isEqualTo(new Refused("the signature is not of this manifest and key"));
  }

  @ParameterizedTest
  @CsvSource({
    "'\"pairId\":\"p1\"', '\"pairId\":\"p2\"', pairId is \"p2\"",
    "'\"scenario\":182', '\"scenario\":222', scenario is 222",
    "'\"scenario\":182', '\"scenario\":183', scenario is 183",
    "'\"format\":1', '\"format\":2', format is 2",
    "'\"kind\":\"counters\",\"version\":1', '\"kind\":\"counters\",\"version\":2', counters.version"
        + " is 2",
    "'\"storeBoundP95\"', '\"storeBoundP99\"', counters is",
    "'\"mlOpset\":3', '\"mlOpset\":4', forest.mlOpset is 4",
    "'\"quantile\":0.05', '\"quantile\":\"x\"', not acceptable",
    "'\"probability\":0.5', '\"probability\":2.5', probability is 2.5"
  })
  void verify_signedButNotUnderstood_saysWhatIsWrong(String from, String to, String reason) {
    Artifact changed =
        pairs.artifact(
            json -> {
              assertThat(json).contains(from);
              return json.replaceFirst(java.util.regex.Pattern.quote(from), to);
            });

    assertThat(pairs.verify(changed))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.reason()).contains(reason));
  }

  @Test
  void verify_fileOfAnotherOpset_isRefusedThoughTheManifestAgrees() {
    Pairs other = new Pairs(4);

    assertThat(other.verify(other.artifact(UnaryOperator.identity())))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.reason()).contains("mlOpset in the file is 4"));
  }

  @Test
  void verify_noJson_isRefused() {
    assertThat(pairs.verify(pairs.artifact(json -> "no json")))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.reason()).startsWith("the manifest is"));
  }

  @Test
  void sha256_ofAbc_isAsInFips180() {
    assertThat(Hashes.sha256("abc".getBytes(StandardCharsets.US_ASCII)))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }
}
