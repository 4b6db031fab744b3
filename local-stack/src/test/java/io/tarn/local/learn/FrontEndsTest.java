package io.tarn.local.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.local.rest.FakeService;
import io.tarn.local.rest.FakeService.Answer;
import io.tarn.local.rest.Persistent;
import io.tarn.local.rest.RestClient;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FrontEndsTest {

  @Test
  void balance_comparesTheFirstEpochsWithoutACacheWithTheLastOfTheSameSize() throws Exception {
    CacheBalance balance =
        balance(
                List.of(
                    epoch(0, 300, 100),
                    epoch(0, 500, 100),
                    epoch(2, 1, 1),
                    epoch(0, 7, 1),
                    epoch(64, 210, 100),
                    epoch(64, 200, 100)))
            .orElseThrow();

    assertThat(balance.before().lookUps()).isEqualTo(1_000);
    assertThat(balance.before().imbalance()).isEqualTo(4);
    assertThat(balance.before().weightedImbalance()).isEqualTo(2);
    assertThat(balance.after().lookUps()).isEqualTo(610);
    assertThat(balance.after().imbalance()).isEqualTo(2.05);
    assertThat(balance.lines()).isEqualTo(64);
    assertThat(balance.epochs()).isEqualTo(6);
  }

  @Test
  void balance_ofAFrontEndThatNeverWasWithoutACacheOrIsNotKnown_isAbsent() throws Exception {
    assertThat(balance(List.of(epoch(64, 1, 1)))).isEmpty();
    try (FakeService nobody = FakeService.start(call -> new Answer(404, "{}"))) {
      assertThat(frontEnds(nobody).balance("fe")).isEmpty();
    }
  }

  private static Optional<CacheBalance> balance(List<String> epochs) throws Exception {
    // two to a page
    try (FakeService collector =
        FakeService.start(
            call -> {
              int from =
                  call.path().contains("cursor=")
                      ? Integer.parseInt(call.path().replaceAll(".*cursor=1%2F", ""))
                      : 0;
              int to = Math.min(epochs.size(), from + 2);
              String next = to < epochs.size() ? ",\"next\":\"1/" + to + "\"" : "";
              return new Answer(
                  200,
                  epochs.subList(from, to).stream()
                      .collect(Collectors.joining(",", "{\"items\":[", "]" + next + "}")));
            })) {
      return frontEnds(collector).balance("fe");
    }
  }

  private static FrontEnds frontEnds(FakeService collector) {
    return new FrontEnds(
        new Persistent(new RestClient(() -> null), Duration.ofSeconds(20)), collector.base());
  }

  /** One back end has two thirds of the ring. */
  private static String epoch(int lines, int first, int second) {
    return String.format(
        Locale.ROOT,
        """
        {"cacheLines":%d,"backEnds":[
          {"backEndId":"b1","ringShare":0.6666666666666666,"lookUps":%d},
          {"backEndId":"b2","ringShare":0.3333333333333333,"lookUps":%d}]}
        """,
        lines,
        first,
        second);
  }
}
