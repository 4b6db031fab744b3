package io.tarn.telemetry.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ReplayWindowTest {

  @Test
  void sequence_countsOnce() {
    ReplayWindow window = ReplayWindow.EMPTY.with(1).with(2).with(5);
    assertThat(window.isNew(5)).isFalse();
    assertThat(window.isNew(2)).isFalse();
    assertThat(window.isNew(3)).isTrue();
    assertThat(window.with(3).isNew(3)).isFalse();
    assertThat(window.with(3).isNew(4)).isTrue();
    assertThat(window.isNew(6)).isTrue();
  }

  @Test
  void sequenceTooFarBehind_neverCounts() {
    ReplayWindow window = ReplayWindow.EMPTY.with(100);
    assertThat(window.isNew(37)).isTrue();
    assertThat(window.isNew(36)).isFalse();
  }

  @Test
  void longGap_forgetsWhatIsBehindIt() {
    ReplayWindow window = ReplayWindow.EMPTY.with(1).with(1_000_000);
    assertThat(window).isEqualTo(new ReplayWindow(1_000_000, 1));
  }

  @Property
  void window_agreesWithASet(
      @ForAll @Size(max = 200) List<@LongRange(min = 1, max = 150) Long> sequences) {
    ReplayWindow window = ReplayWindow.EMPTY;
    Set<Long> seen = new HashSet<>();
    long highest = 0;
    for (long sequence : sequences) {
      boolean expected = !seen.contains(sequence) && sequence > highest - 64;
      assertThat(window.isNew(sequence)).isEqualTo(expected);
      if (expected) {
        window = window.with(sequence);
        seen.add(sequence);
        highest = Math.max(highest, sequence);
      }
    }
  }
}
