package io.tarn.scheduler.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tarn.contracts.InvalidField;
import io.tarn.contracts.model.Artifact;
import io.tarn.contracts.model.ArtifactVerifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pairs that are let in are tried with real ones in model-trainer. */
class PairLoaderTest {

  private static final Artifact FORGED =
      new Artifact(new byte[] {1}, new byte[] {2}, new byte[] {3}, new byte[] {4});

  private final Map<String, Artifact> there = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private final ServingPair serving = new ServingPair();
  private long now = 1_000;
  private final PairLoader loader =
      new PairLoader(
          182,
          pairId -> {
            asked.add(pairId);
            Artifact found = there.get(pairId);
            if (found == null) {
              throw new IllegalStateException("away");
            }
            return found;
          },
          new ArtifactVerifier(
              (bytes, signature) -> false,
              json -> {
                throw new AssertionError("read before it was verified");
              }),
          verified -> {
            throw new AssertionError("opened before it was verified");
          },
          serving,
          Duration.ofMillis(500),
          () -> now);

  @Test
  void step_nothingAnnounced_asksNobody() {
    assertThat(loader.step()).isEmpty();
    loader.announced(222, 1, now, "of-another-scenario");
    assertThat(loader.step()).isEmpty();
    assertThat(asked).isEmpty();
  }

  @Test
  void step_trainerAway_asksAgain() {
    loader.announced(182, 1, now, "pair-1");
    assertThatIllegalStateException().isThrownBy(loader::step);
    assertThatIllegalStateException().isThrownBy(loader::step);
    assertThat(asked).containsExactly("pair-1", "pair-1");
  }

  @Test
  void step_forged_isRefusedOnceAndNotAskedAgain() {
    there.put("pair-1", FORGED);
    loader.announced(182, 1, now, "pair-1");
    assertThat(loader.step())
        .hasValueSatisfying(reason -> assertThat(reason).contains("pair-1").contains("signature"));
    assertThat(loader.step()).isEmpty();
    assertThat(asked).containsExactly("pair-1");
    assertThat(serving.manifest()).isEmpty();
  }

  @Test
  void step_refusedAndAnnouncedAgain_isTriedAgain() {
    there.put("pair-1", FORGED);
    loader.announced(182, 1, now, "pair-1");
    assertThat(loader.step()).isPresent();
    loader.announced(182, 1, now, "pair-1");
    assertThat(loader.step()).isPresent();
  }

  @Test
  void step_noneShallServe() {
    loader.announced(182, 1, now, "");
    assertThat(loader.step()).isEmpty();
    assertThat(asked).isEmpty();
  }

  @Test
  void stale_onceTheLastAnnouncementIsTooOld() {
    assertThat(loader.stale()).isFalse();
    loader.announced(182, 1, now, "pair-1");
    now += 500;
    assertThat(loader.stale()).isFalse();
    now += 1;
    assertThat(loader.stale()).isTrue();
    loader.announced(182, 1, now, "pair-1");
    assertThat(loader.stale()).isFalse();
  }

  @Test
  void announced_fromTheFuture_isRefusedAndChangesNothing() {
    loader.announced(182, 1, now, "pair-1");
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> loader.announced(182, 2, now + 86_400_001, ""))
        .satisfies(e -> assertThat(e.field()).isEqualTo("occurred_at_millis"));
    assertThatIllegalStateException().isThrownBy(loader::step);
    assertThat(asked).containsExactly("pair-1");
  }

  @Test
  void stale_announcementOfAClockThatIsAhead_agesFromWhenItWasHeard() {
    loader.announced(182, 1, now + 3_600_000, "pair-1");
    now += 501;
    assertThat(loader.stale()).isTrue();
  }

  @Test
  void step_refusedAMinuteAgo_looksAgain() {
    there.put("pair-1", FORGED);
    loader.announced(182, 1, now, "pair-1");
    assertThat(loader.step()).isPresent();
    assertThat(loader.refuses()).isTrue();
    now += 59_999;
    assertThat(loader.step()).isEmpty();
    now += 1;
    assertThat(loader.step()).isPresent();
    loader.announced(182, 2, now, "pair-2");
    assertThat(loader.refuses()).isFalse();
  }

  @Test
  void announced_olderOneThatComesAgain_changesNothing() {
    now += 100;
    loader.announced(182, 2, now, "pair-2");
    loader.announced(182, 1, now - 50, "pair-1");
    assertThatIllegalStateException().isThrownBy(loader::step);
    assertThat(asked).containsExactly("pair-2");
  }

  @Test
  void announced_byATrainerThatBeginsAnew_isFollowed() {
    loader.announced(182, 7, now, "pair-1");
    loader.announced(182, 1, now + 1, "pair-2");
    assertThatIllegalStateException().isThrownBy(loader::step);
    assertThat(asked).containsExactly("pair-2");
  }
}
