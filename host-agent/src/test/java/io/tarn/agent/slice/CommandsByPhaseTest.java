package io.tarn.agent.slice;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.agent.kernel.SliceId;
import io.tarn.agent.world.InMemoryPoolManager;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.HostCommand.Kind;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.SliceRef;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each command about a slice, at an older generation than the host holds (4), at the same (5) and
 * at a newer one (6), in each phase: where the slice is afterwards and what the manager is told.
 */
class CommandsByPhaseTest {

  private static final String TABLE =
      """
      ONLINE  4 absent           WANTED@4          -
      ONLINE  5 absent           WANTED@5          -
      ONLINE  6 absent           WANTED@6          -
      ONLINE  4 released         absent            REFUSED@4:released
      ONLINE  5 released         absent            REFUSED@5:released
      ONLINE  6 released         WANTED@6          -
      ONLINE  4 WANTED           WANTED@5          REFUSED@4:superseded
      ONLINE  5 WANTED           WANTED@5          -
      ONLINE  6 WANTED           WANTED@6          -
      ONLINE  4 WANTED_TO_DRAIN  WANTED_TO_DRAIN@5 REFUSED@4:superseded
      ONLINE  5 WANTED_TO_DRAIN  WANTED@5          -
      ONLINE  6 WANTED_TO_DRAIN  WANTED@6          -
      ONLINE  4 ONLINE           ONLINE@5          REFUSED@4:superseded
      ONLINE  5 ONLINE           ONLINE@5          ONLINE@5
      ONLINE  6 ONLINE           ONLINE@5          REFUSED@6:held-by-older-grant
      ONLINE  4 DRAINING         DRAINING@5        REFUSED@4:superseded
      ONLINE  5 DRAINING         RETURNING@5       -
      ONLINE  6 DRAINING         DRAINING@5        REFUSED@6:held-by-older-grant
      ONLINE  4 RETURNING        RETURNING@5       REFUSED@4:superseded
      ONLINE  5 RETURNING        RETURNING@5       -
      ONLINE  6 RETURNING        RETURNING@5       REFUSED@6:held-by-older-grant
      ONLINE  4 RELEASING        RELEASING@5       REFUSED@4:superseded
      ONLINE  5 RELEASING        RELEASING@5       REFUSED@5:being-released
      ONLINE  6 RELEASING        waits             -
      ONLINE  4 STUCK            STUCK@5           REFUSED@4:superseded
      ONLINE  5 STUCK            STUCK@5           REFUSED@5:being-released
      ONLINE  6 STUCK            STUCK@5           REFUSED@6:held-by-older-grant
      OFFLINE 4 absent           RELEASING@4       -
      OFFLINE 5 absent           RELEASING@5       -
      OFFLINE 6 absent           RELEASING@6       -
      OFFLINE 4 released         RELEASING@4       -
      OFFLINE 5 released         RELEASING@5       -
      OFFLINE 6 released         RELEASING@6       -
      OFFLINE 4 WANTED           WANTED@5          OFFLINE@4
      OFFLINE 5 WANTED           RELEASING@5       -
      OFFLINE 6 WANTED           RELEASING@6       -
      OFFLINE 4 WANTED_TO_DRAIN  WANTED_TO_DRAIN@5 OFFLINE@4
      OFFLINE 5 WANTED_TO_DRAIN  RELEASING@5       -
      OFFLINE 6 WANTED_TO_DRAIN  RELEASING@6       -
      OFFLINE 4 ONLINE           ONLINE@5          OFFLINE@4
      OFFLINE 5 ONLINE           RELEASING@5       -
      OFFLINE 6 ONLINE           RELEASING@6       -
      OFFLINE 4 DRAINING         DRAINING@5        OFFLINE@4
      OFFLINE 5 DRAINING         RELEASING@5       -
      OFFLINE 6 DRAINING         RELEASING@6       -
      OFFLINE 4 RETURNING        RETURNING@5       OFFLINE@4
      OFFLINE 5 RETURNING        RELEASING@5       -
      OFFLINE 6 RETURNING        RELEASING@6       -
      OFFLINE 4 RELEASING        RELEASING@5       OFFLINE@4
      OFFLINE 5 RELEASING        RELEASING@5       -
      OFFLINE 6 RELEASING        RELEASING@6       -
      OFFLINE 4 STUCK            STUCK@5           OFFLINE@4
      OFFLINE 5 STUCK            RELEASING@5       -
      OFFLINE 6 STUCK            RELEASING@6       -
      DRAIN   4 absent           absent            -
      DRAIN   5 absent           absent            -
      DRAIN   6 absent           absent            -
      DRAIN   4 released         absent            -
      DRAIN   5 released         absent            -
      DRAIN   6 released         absent            -
      DRAIN   4 WANTED           WANTED@5          -
      DRAIN   5 WANTED           WANTED_TO_DRAIN@5 -
      DRAIN   6 WANTED           WANTED@5          -
      DRAIN   4 WANTED_TO_DRAIN  WANTED_TO_DRAIN@5 -
      DRAIN   5 WANTED_TO_DRAIN  WANTED_TO_DRAIN@5 -
      DRAIN   6 WANTED_TO_DRAIN  WANTED_TO_DRAIN@5 -
      DRAIN   4 ONLINE           ONLINE@5          -
      DRAIN   5 ONLINE           DRAINING@5        -
      DRAIN   6 ONLINE           ONLINE@5          -
      DRAIN   4 DRAINING         DRAINING@5        -
      DRAIN   5 DRAINING         DRAINING@5        -
      DRAIN   6 DRAINING         DRAINING@5        -
      DRAIN   4 RETURNING        RETURNING@5       -
      DRAIN   5 RETURNING        DRAINING@5        -
      DRAIN   6 RETURNING        RETURNING@5       -
      DRAIN   4 RELEASING        RELEASING@5       -
      DRAIN   5 RELEASING        RELEASING@5       -
      DRAIN   6 RELEASING        RELEASING@5       -
      DRAIN   4 STUCK            STUCK@5           -
      DRAIN   5 STUCK            STUCK@5           -
      DRAIN   6 STUCK            STUCK@5           -
      """;
  private static final SliceId ID = new SliceId("p1", 0);

  private final SliceBook book = new SliceBook(BookContent.EMPTY, 8);
  private long sequence;

  /** A line of the table. */
  record Row(Kind kind, long generation, String before, String after, String told) {

    static Row of(String line) {
      String[] words = line.strip().split(" +", -1);
      return new Row(
          Kind.valueOf(words[0]), Long.parseLong(words[1]), words[2], words[3], words[4]);
    }
  }

  static List<Row> rows() {
    return TABLE.lines().map(Row::of).toList();
  }

  @Test
  void table_hasEveryCommandInEveryPhase() {
    Set<String> all = new HashSet<>();
    for (Kind kind : List.of(Kind.ONLINE, Kind.OFFLINE, Kind.DRAIN)) {
      for (long generation = 4; generation <= 6; generation++) {
        all.add(kind + " " + generation + " absent");
        all.add(kind + " " + generation + " released");
        for (Phase phase : Phase.values()) {
          all.add(kind + " " + generation + " " + phase);
        }
      }
    }
    assertThat(rows())
        .extracting(row -> row.kind() + " " + row.generation() + " " + row.before())
        .containsExactlyInAnyOrderElementsOf(all);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void command_inEachPhase(Row row) {
    bringTo(row.before());
    var command = command(row.kind(), row.generation());
    if (book.mustWait(command, Releases.NONE)) {
      assertThat("waits").isEqualTo(row.after());
      return;
    }
    book.take(command, Releases.NONE);
    assertThat(now()).isEqualTo(row.after());
    assertThat(told()).isEqualTo(row.told());
  }

  @ParameterizedTest
  @ValueSource(strings = {"WANTED", "RETURNING", "ONLINE"})
  void drain_takesEffectWhenThePhaseAllows(String before) {
    bringTo(before);
    take(Kind.DRAIN, 5);
    book.wanted().forEach(book::cameOnline);
    assertThat(now()).isEqualTo("DRAINING@5");
    book.drained(held(), 3);
    assertThat(book.unreported(9))
        .containsExactly(new Observation("p1", 0, 5, Seen.ONLINE, 3, 8, null));
  }

  @Test
  void refused_whileBlocksComeBack_keepsWhatIsOnline_untilTheNextCommand() {
    bringTo("RETURNING");
    book.refused(held(), "not-owner");
    assertThat(now()).isEqualTo("RETURNING@5");
    assertThat(told()).isEqualTo("REFUSED@5:not-owner");
    assertThat(book.wanted()).isEmpty();
    take(Kind.ONLINE, 5);
    assertThat(book.wanted()).hasSize(1);
    book.cameOnline(held());
    assertThat(now()).isEqualTo("ONLINE@5");
  }

  @Test
  void stuck_namesTheNewestCommandThatItAnswers() {
    bringTo("ONLINE");
    take(Kind.OFFLINE, 5);
    book.gotStuck(held(), 3, "pinned");
    assertThat(book.unreported(9)).extracting(Observation::commandSequence).containsExactly(2L);
    take(Kind.OFFLINE, 5);
    take(Kind.OFFLINE, 5);
    book.gotStuck(held(), 3, "pinned");
    assertThat(book.unreported(9)).extracting(Observation::commandSequence).containsExactly(4L);
    SliceBook later = new SliceBook(book.content(), 8);
    later.seeAgain(later.held(ID).orElseThrow(), 3);
    assertThat(later.unreported(9)).isEqualTo(book.unreported(9));
  }

  private void bringTo(String state) {
    switch (state) {
      case "absent" -> {}
      case "released" -> {
        take(Kind.OFFLINE, 5);
        book.wentOffline(held());
      }
      case "WANTED" -> take(Kind.ONLINE, 5);
      case "WANTED_TO_DRAIN" -> {
        take(Kind.ONLINE, 5);
        take(Kind.DRAIN, 5);
      }
      case "RELEASING", "STUCK" -> {
        take(Kind.OFFLINE, 5);
        if (state.equals("STUCK")) {
          book.gotStuck(held(), 2, "pinned");
        }
      }
      default -> bringOnline(state);
    }
    assertThat(state)
        .isIn("absent", "released", book.held(ID).map(h -> h.phase().name()).orElse(""));
    book.reported(book.unreported(9));
  }

  private void bringOnline(String state) {
    take(Kind.ONLINE, 5);
    book.cameOnline(held());
    if (!state.equals("ONLINE")) {
      take(Kind.DRAIN, 5);
    }
    if (state.equals("RETURNING")) {
      take(Kind.ONLINE, 5);
    }
  }

  private void take(Kind kind, long generation) {
    book.take(command(kind, generation), Releases.NONE);
  }

  private HostCommand command(Kind kind, long generation) {
    return InMemoryPoolManager.command(++sequence, kind, "p1", new SliceRef(0, generation));
  }

  private HeldSlice held() {
    return book.held(ID).orElseThrow();
  }

  private String now() {
    return book.held(ID).map(slice -> slice.phase() + "@" + slice.generation()).orElse("absent");
  }

  private String told() {
    List<Observation> told = book.unreported(9);
    return told.isEmpty()
        ? "-"
        : told.stream().map(CommandsByPhaseTest::text).collect(Collectors.joining(" "));
  }

  private static String text(Observation seen) {
    @Nullable String cause = seen.cause();
    return seen.seen() + "@" + seen.generation() + (cause == null ? "" : ":" + cause);
  }
}
