package io.tarn.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.agent.world.InMemoryPoolManager;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.HostCommand.Kind;
import io.tarn.contracts.pool.SliceRef;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FeedOrderTest {

  @ParameterizedTest
  @CsvSource({
    "0, '',      '',    false",
    "0, '1 2 3', '1 2 3', false",
    "0, '3 1 2', '1 2 3', false",
    "2, '1 2 3', '3',   false",
    "2, '1 2',   '',    false",
    "0, '1 1 2', '1 2', false",
    "0, '2 3',   '',    true",
    "0, '1 3',   '1',   true",
    "5, '4 7 6', '6 7', false"
  })
  void after_keepsOrderAndStopsAtGaps(long position, String page, String taken, boolean gap) {
    FeedOrder.Stretch stretch = FeedOrder.after(position, commands(page));
    assertThat(stretch.commands()).extracting(HostCommand::sequence).isEqualTo(numbers(taken));
    assertThat(stretch.gap()).isEqualTo(gap);
  }

  private static List<HostCommand> commands(String page) {
    return numbers(page).stream()
        .map(n -> InMemoryPoolManager.command(n, Kind.ONLINE, "p1", new SliceRef(0, 1)))
        .toList();
  }

  private static List<Long> numbers(String text) {
    return text.isEmpty()
        ? List.of()
        : Arrays.stream(text.split(" ", -1)).map(Long::valueOf).toList();
  }
}
