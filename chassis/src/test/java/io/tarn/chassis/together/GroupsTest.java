package io.tarn.chassis.together;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.contracts.InvalidField;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GroupsTest {

  private final ExecutorService askers = Executors.newCachedThreadPool();
  private final List<List<Integer>> groups = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch gate = new CountDownLatch(1);

  @AfterEach
  void end() {
    gate.countDown();
    askers.shutdownNow();
  }

  @Test
  void ask_alone_isAnsweredAtOnce() {
    try (Groups<Integer, String> one = groups(8, GroupsTest::spell)) {
      gate.countDown();
      assertThat(one.ask(7)).isEqualTo("7");
    }
    assertThat(groups).containsExactly(List.of(7));
  }

  @Test
  void ask_whileAGroupIsOnItsWay_goesWithTheNextAndGetsItsOwnAnswer() {
    try (Groups<Integer, String> held = groups(8, GroupsTest::spell)) {
      CompletableFuture<String> first = ask(held, 0);
      awaitGroups(1);
      List<CompletableFuture<String>> rest = askAll(held, 1, 21);
      gate.countDown();
      assertThat(first.join()).isEqualTo("0");
      assertThat(rest.stream().map(CompletableFuture::join))
          .isEqualTo(IntStream.range(1, 21).mapToObj(String::valueOf).toList());
    }
    assertThat(groups).extracting(List::size).containsExactly(1, 8, 8, 4);
  }

  @Test
  void ask_theSameThingTwice_isNeverInOneGroup() {
    try (Groups<Integer, String> held =
        new Groups<>("held", new GroupSettings(1, 8), n -> n % 10, this::spelled)) {
      CompletableFuture<String> first = ask(held, 0);
      awaitGroups(1);
      List<CompletableFuture<String>> same = List.of(ask(held, 5), ask(held, 15), ask(held, 25));
      awaitWaiting(held, 3);
      gate.countDown();
      assertThat(first.join()).isEqualTo("0");
      assertThat(same.stream().map(CompletableFuture::join)).containsExactly("5", "15", "25");
    }
    assertThat(groups).containsExactlyInAnyOrder(List.of(0), List.of(5), List.of(15), List.of(25));
  }

  @Test
  void groupFails_everyQuestionIsAnsweredAloneAndOnlyTheBadOneFails() {
    Function<List<Integer>, List<String>> noThirteen =
        questions -> {
          if (questions.contains(13)) {
            throw new IllegalStateException("thirteen");
          }
          return spell(questions);
        };
    try (Groups<Integer, String> held = groups(8, noThirteen)) {
      CompletableFuture<String> first = ask(held, 0);
      awaitGroups(1);
      List<CompletableFuture<String>> rest = askAll(held, 11, 16);
      awaitWaiting(held, 5);
      gate.countDown();
      assertThat(first.join()).isEqualTo("0");
      for (int i = 0; i < rest.size(); i++) {
        CompletableFuture<String> answer = rest.get(i);
        if (11 + i == 13) {
          assertThatExceptionOfType(Exception.class)
              .isThrownBy(answer::join)
              .withRootCauseInstanceOf(IllegalStateException.class)
              .withStackTraceContaining("thirteen");
        } else {
          assertThat(answer.join()).isEqualTo(String.valueOf(11 + i));
        }
      }
    }
  }

  @Test
  void workerDies_nobodyWaitsForIt() {
    Groups<Integer, String> dying =
        new Groups<>(
            "dying",
            new GroupSettings(1, 8),
            n -> n,
            questions -> {
              if (Thread.currentThread().getName().startsWith("dying")) {
                throw new StackOverflowError("on purpose");
              }
              return spell(questions);
            });
    assertThat(List.of(dying.ask(1), dying.ask(2))).containsExactly("1", "2");
  }

  @Test
  void close_whatIsAskedLaterIsAnsweredAlone() {
    Groups<Integer, String> closed = groups(8, GroupsTest::spell);
    gate.countDown();
    closed.close();
    assertThat(closed.ask(3)).isEqualTo("3");
  }

  @Test
  void settings_outOfRange_areRefused() {
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> new GroupSettings(0, 8))
        .withMessageContaining("1..16");
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> new GroupSettings(1, 1_001))
        .withMessageContaining("1..1000");
  }

  private Groups<Integer, String> groups(int most, Function<List<Integer>, List<String>> together) {
    return new Groups<>(
        "test",
        new GroupSettings(1, most),
        n -> n,
        questions -> {
          spelled(questions);
          return together.apply(questions);
        });
  }

  /** Notes a group and lets it through when the gate is open. */
  private List<String> spelled(List<Integer> questions) {
    groups.add(questions);
    try {
      assertThat(gate.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return spell(questions);
  }

  private static List<String> spell(List<Integer> questions) {
    return questions.stream().map(String::valueOf).toList();
  }

  private CompletableFuture<String> ask(Groups<Integer, String> whom, int question) {
    return CompletableFuture.supplyAsync(() -> whom.ask(question), askers);
  }

  /** Asks, and waits until every question waits for the group before. */
  private List<CompletableFuture<String>> askAll(Groups<Integer, String> whom, int from, int to) {
    List<CompletableFuture<String>> answers =
        IntStream.range(from, to).mapToObj(n -> ask(whom, n)).toList();
    awaitWaiting(whom, to - from);
    return answers;
  }

  private void awaitGroups(int count) {
    Awaitility.await().until(() -> groups.size() == count);
  }

  private static void awaitWaiting(Groups<Integer, String> whom, int count) {
    Awaitility.await().until(() -> whom.waiting() == count);
  }
}
