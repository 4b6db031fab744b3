package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.GrantView;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.Rig;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Many at once for few slices. */
class ContentionIT {

  private static final int THREADS = 16;

  private final Rig rig = Rig.shared();
  private final Api api = rig.api();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @RepeatedTest(3)
  void lastSlices_areGivenOutOnceEachAndToTheLastOne(RepetitionInfo run) throws Exception {
    String pool = "c1-" + run.getCurrentRepetition();
    rig.pool(pool, 20);
    rig.host(pool, pool + "-h");
    // 16 ask for 3 of 20: six get them, and with two left nobody is refused wrongly
    List<Api.Answer> answers =
        atOnce(n -> () -> api.grant(pool + "-vm" + n + ".1", pool + "-h", pool, 3));
    assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(6);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 201)
        .allSatisfy(answer -> assertThat(answer.code()).isEqualTo("pool-exhausted"));
    List<Integer> given =
        answers.stream()
            .filter(answer -> answer.status() == 201)
            .flatMap(answer -> answer.as(GrantView.class).slices().stream())
            .toList();
    assertThat(given).hasSize(18).doesNotHaveDuplicates();
    assertThat(api.pool(pool).freeGiB()).isEqualTo(2);
  }

  @RepeatedTest(3)
  void enoughForAll_refusesNobody(RepetitionInfo run) throws Exception {
    String pool = "c2-" + run.getCurrentRepetition();
    rig.pool(pool, 2 * THREADS);
    rig.host(pool, pool + "-h");
    double before = grouped();
    List<Api.Answer> answers =
        atOnce(n -> () -> api.grant(pool + "-vm" + n + ".1", pool + "-h", pool, 2));
    assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(201));
    assertThat(api.pool(pool).freeGiB()).isZero();
    assertThat(grouped()).isGreaterThanOrEqualTo(before + THREADS);
  }

  /** Grants that were asked for in transactions together, by the metric. */
  private double grouped() {
    return api.get("/actuator/prometheus")
        .body()
        .lines()
        .filter(line -> line.startsWith("tarn_pool_grant_group_sum"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  @RepeatedTest(3)
  void sameGrant_isCommittedOnce(RepetitionInfo run) throws Exception {
    String pool = "c3-" + run.getCurrentRepetition();
    rig.pool(pool, 20);
    rig.host(pool, pool + "-h");
    List<Api.Answer> answers = atOnce(n -> () -> api.grant(pool + "-vm.1", pool + "-h", pool, 3));
    assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(THREADS - 1);
    assertThat(answers)
        .extracting(answer -> answer.as(GrantView.class).slices())
        .containsOnly(List.of(0, 1, 2));
  }

  @RepeatedTest(3)
  void attemptsOfOneVm_leaveTheNewestAlone(RepetitionInfo run) throws Exception {
    String pool = "c4-" + run.getCurrentRepetition();
    rig.pool(pool, 64);
    rig.host(pool, pool + "-h");
    List<Api.Answer> answers =
        atOnce(n -> () -> api.grant(pool + "-vm." + (n + 1), pool + "-h", pool, 3));
    assertThat(answers)
        .allSatisfy(
            answer ->
                assertThat(answer.status() == 201 || "attempt-superseded".equals(answer.code()))
                    .as(answer.body())
                    .isTrue());
    assertThat(api.grant(pool + "-vm." + THREADS).state()).isEqualTo(GrantState.GRANTED);
    for (int attempt = 1; attempt < THREADS; attempt++) {
      Api.Answer older = api.get("/v1/grants/" + pool + "-vm." + attempt);
      assertThat(older.status() == 404 || !older.as(GrantView.class).state().live()).isTrue();
    }
  }

  @RepeatedTest(2)
  void grantsReleasesBootsAndAcks_allAtOnceComeToRest(RepetitionInfo run) throws Exception {
    String pool = "c5-" + run.getCurrentRepetition();
    rig.pool(pool, 24);
    List<Agent> agents = new ArrayList<>();
    for (int host = 0; host < 4; host++) {
      agents.add(rig.host(pool, pool + "-h" + host));
    }
    List<Api.Answer> answers =
        atOnce(
            n ->
                () -> {
                  Agent agent = agents.get(n % 4);
                  for (int turn = 1; turn <= 5; turn++) {
                    String grant = pool + "-vm" + n + "." + turn;
                    api.grant(grant, pool + "-h" + n % 4, pool, 1 + n % 3);
                    if (n == 0 && turn == 3) {
                      agent.boot(2);
                    }
                    if (n < 4) {
                      agent.obey(50);
                    }
                    api.withdraw(grant);
                  }
                  return api.get("/v1/pools/" + pool);
                });
    assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
    Awaitility.await()
        .atMost(30, TimeUnit.SECONDS)
        .until(
            () -> {
              agents.forEach(agent -> agent.obey(0));
              return api.pool(pool).freeGiB() == 24;
            });
  }

  private List<Api.Answer> atOnce(IntFunction<Callable<Api.Answer>> work) throws Exception {
    List<Callable<Api.Answer>> calls = new ArrayList<>();
    for (int n = 0; n < THREADS; n++) {
      calls.add(work.apply(n));
    }
    List<Api.Answer> answers = new ArrayList<>();
    for (Future<Api.Answer> answer : threads.invokeAll(calls)) {
      answers.add(answer.get());
    }
    return answers;
  }
}
