package io.tarn.telemetry.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.HistoryKeys;
import io.tarn.contracts.bus.History;
import io.tarn.contracts.bus.UntouchedHistory;
import io.tarn.telemetry.history.Histories.Past;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoriesTest {

  private static final long DAY = 86_400_000L;

  @Test
  void untouched_hasNearestRanksOfThirtyDays() {
    // of four values the 5th and 25th percentile are the first, the 50th the second, the 75th the
    // third; the VM that left 30 days before the newest is out
    History history =
        Histories.untouched(
            "acme",
            "D4",
            List.of(
                new Past(31 * DAY, 0.4),
                new Past(40 * DAY, 0.1),
                new Past(10 * DAY, 0.9),
                new Past(35 * DAY, 0.3),
                new Past(11 * DAY, 0.2)));
    assertThat(HistoryKeys.of(history)).isEqualTo("untouched/acme/D4");
    assertThat(history.getAsOfMillis()).isEqualTo(40 * DAY);
    assertThat(history.getUntouched())
        .isEqualTo(
            UntouchedHistory.newBuilder()
                .setVms(4)
                .setP05(0.1f)
                .setP25(0.1f)
                .setP50(0.2f)
                .setP75(0.3f)
                .build());
  }
}
