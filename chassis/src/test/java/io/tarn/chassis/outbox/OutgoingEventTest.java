package io.tarn.chassis.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.Topics;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OutgoingEventTest {

  @Test
  void deadLetter_keepsKeyAndReasonAsFarAsADatabaseCan() {
    assertThat(event("h1").key()).isEqualTo("h1");
    assertThat(event(null).key()).isEqualTo("-");
    assertThat(event("").key()).isEqualTo("-");
    assertThat(event("a\0b").key()).isEqualTo("a\u2400b");
    assertThat(event("h1").topic()).isEqualTo("t.dlq");
    assertThat(event("h1").headers()).containsEntry(Topics.REASON_HEADER, "why\u2400");
    assertThat(event("h1").payload().apply(1)).isEqualTo(new byte[] {0, 1});
  }

  @Test
  void deadLetter_aLongKey_fitsAnIndex() {
    String euros = event("\u20ac".repeat(100_000)).key();
    String pairs = event("x" + "\ud83d\ude00".repeat(100_000)).key();

    assertThat(euros.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(2_700);
    assertThat(pairs.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(2_700);
    assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(pairs)).isTrue();
  }

  private static OutgoingEvent event(@Nullable String key) {
    return OutgoingEvent.deadLetter("t", key, new byte[] {0, 1}, "why\0");
  }
}
