package io.tarn.scheduler;

import static io.tarn.scheduler.testing.Bodies.host;
import static io.tarn.scheduler.testing.Bodies.vm;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tarn.chassis.testing.TestDatabase;
import io.tarn.contracts.GrantId;
import io.tarn.scheduler.testing.Replica;
import io.tarn.scheduler.testing.Rest;
import io.tarn.scheduler.testing.Rest.Reply;
import io.tarn.scheduler.testing.Rows;
import io.tarn.scheduler.testing.TestPoolManager;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Two schedulers on one database, and many clients. */
class ReplicasIT {

  private static final int CLIENTS = 32;
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final TestPoolManager POOL_MANAGER = TestPoolManager.start();
  private static final TestDatabase DATABASE = TestDatabase.fresh();
  private static final Rows ROWS = new Rows(DATABASE);
  private static final ExecutorService THREADS = Executors.newFixedThreadPool(CLIENTS);
  private static Replica one;
  private static Replica two;

  @BeforeAll
  static void start() {
    POOL_MANAGER.pools().pool("p1", 64, "roomy", "waiting");
    one = Replica.start(DATABASE, POOL_MANAGER, "replicas-it", "--tarn.placement.policy=static:25");
    two = Replica.start(DATABASE, POOL_MANAGER, "replicas-it", "--tarn.placement.policy=static:25");
  }

  @AfterAll
  static void end() {
    one.close();
    two.close();
    POOL_MANAGER.close();
    THREADS.shutdownNow();
  }

  @AfterEach
  void leaveTheHostsToNobody() {
    ROWS.verifyHosts();
    for (JsonNode host : one.rest().get("/v1/hosts").json().at("/items")) {
      one.rest().post("/v1/hosts/" + host.path("hostId").asString() + "/cordon", "");
    }
  }

  @Test
  void sameVm_pooled_isPlacedOnceAndAnsweredAlike() {
    declare("roomy", 64, 262144, "p1");
    List<Reply> replies = atOnce(CLIENTS, i -> rest(i).post("/v1/vms", vm("same", 2, 16384)));
    assertThat(replies).extracting(Reply::status).containsOnly(201);
    assertThat(replies.stream().map(Reply::body).collect(Collectors.toSet())).hasSize(1);
    assertThat(POOL_MANAGER.pools().live("same")).hasSize(1);
    assertThat(one.rest().get("/v1/hosts/roomy").number("/usedVcpus")).isEqualTo(2);
  }

  @Test
  void sameVm_allLocal_isPlacedOnceAndAnsweredAlike() {
    declare("local", 64, 262144);
    List<Reply> replies = atOnce(CLIENTS, i -> rest(i).post("/v1/vms", vm("tiny", 1, 1024)));
    assertThat(replies).extracting(Reply::status).containsOnly(201);
    assertThat(replies.stream().map(Reply::body).collect(Collectors.toSet())).hasSize(1);
    assertThat(one.rest().get("/v1/hosts/local").number("/usedVcpus")).isEqualTo(1);
  }

  @Test
  void sameName_otherBodies_oneWinsAndTheRestAreToldSo() {
    declare("mixed", 64, 262144);
    List<Reply> replies =
        atOnce(CLIENTS, i -> rest(i).post("/v1/vms", vm("mixed", 1 + i % 4, 1024)));
    List<Reply> placed = replies.stream().filter(reply -> reply.status() == 201).toList();
    assertThat(placed).hasSize(CLIENTS / 4);
    assertThat(replies)
        .filteredOn(reply -> reply.status() != 201)
        .allSatisfy(reply -> assertThat(reply.text("/code")).isEqualTo("vm-request-differs"));
  }

  @Test
  void lastCores_areNeverGivenOutTwice() {
    declare("last1", 16, 262144);
    declare("last2", 16, 262144);
    List<Reply> replies = atOnce(48, i -> rest(i).post("/v1/vms", vm("core-" + i, 1, 1024)));
    assertThat(replies).filteredOn(reply -> reply.status() == 201).hasSize(32);
    assertThat(replies)
        .filteredOn(reply -> reply.status() != 201)
        .allSatisfy(reply -> assertThat(reply.text("/code")).isEqualTo("no-fit"));
    assertThat(two.rest().get("/v1/hosts/last1").number("/usedVcpus")).isEqualTo(16);
    assertThat(two.rest().get("/v1/hosts/last2").number("/usedVcpus")).isEqualTo(16);
  }

  @Test
  void lastPoolMemory_isNeverGivenOutTwice() {
    POOL_MANAGER.pools().pool("scarce", 16, "pooled");
    declare("pooled", 1024, 8388608, "scarce");
    int before = POOL_MANAGER.poolReads();
    await().atMost(PATIENCE).until(() -> POOL_MANAGER.poolReads() > before + 4);
    List<Reply> replies = atOnce(CLIENTS, i -> rest(i).post("/v1/vms", vm("gib-" + i, 1, 8192)));
    assertThat(replies).extracting(Reply::status).containsOnly(201);
    // 2 GiB each; a replica's view errs towards full, so in a rush some go all-local early
    long pooled = replies.stream().filter(reply -> "ZNUMA".equals(reply.text("/kind"))).count();
    assertThat(POOL_MANAGER.pools().usedGiB("scarce")).isEqualTo((int) pooled * 2);
    assertThat(pooled).isBetween(1L, 8L);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(IntStream.range(0, CLIENTS).boxed())
                    .allSatisfy(i -> assertThat(ROWS.withdrawals("gib-" + i)).isEmpty()));
    // nothing of the rush stays held: the rest of the pool is given out one by one
    AtomicInteger next = new AtomicInteger();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              rest(next.get()).post("/v1/vms", vm("rest-" + next.getAndIncrement(), 1, 8192));
              return POOL_MANAGER.pools().usedGiB("scarce") == 16;
            });
  }

  @Test
  void placeAndDelete_atOnce_endsWithNothingHeld() {
    declare("churn", 64, 262144);
    atOnce(
        CLIENTS,
        i -> {
          String name = "churn-" + i / 4;
          return i % 4 == 3
              ? rest(i).delete("/v1/vms/" + name)
              : rest(i).post("/v1/vms", vm(name, 1, 1024));
        });
    for (int i = 0; i < CLIENTS / 4; i++) {
      one.rest().delete("/v1/vms/churn-" + i);
    }
    assertThat(two.rest().get("/v1/hosts/churn").number("/usedVcpus")).isZero();
  }

  @Test
  void whatOneFreed_theOtherGivesOutAtOnce() {
    declare("single", 1, 2048);
    assertThat(one.rest().post("/v1/vms", vm("first", 1, 1024)).status()).isEqualTo(201);
    assertThat(two.rest().post("/v1/vms", vm("second", 1, 1024)).status()).isEqualTo(409);
    assertThat(one.rest().delete("/v1/vms/first").status()).isEqualTo(200);
    await()
        .atMost(Duration.ofSeconds(2))
        .until(() -> two.rest().post("/v1/vms", vm("second", 1, 1024)).status() == 201);
  }

  @Test
  void cordoned_byOne_isLeftAloneByTheOther() {
    declare("closing", 8, 65536);
    assertThat(one.rest().post("/v1/vms", vm("before", 1, 1024)).status()).isEqualTo(201);
    assertThat(two.rest().post("/v1/hosts/closing/cordon", "").status()).isEqualTo(200);
    Reply refused = one.rest().post("/v1/vms", vm("after", 1, 1024));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("/reasons/0/reason")).isEqualTo("cordoned");
  }

  @Test
  void readyAtOne_endsTheWaitAtTheOther() {
    declare("waiting", 64, 262144, "p1");
    assertThat(one.rest().post("/v1/vms", vm("waited", 2, 16384)).text("/state"))
        .isEqualTo("PLACED");
    List<CompletableFuture<Reply>> waits =
        IntStream.range(0, 8)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> rest(i).get("/v1/vms/waited?wait=READY&waitMillis=20000"), THREADS))
            .toList();
    POOL_MANAGER.pools().online(new GrantId("waited", 1));
    assertThat(waits).allSatisfy(wait -> assertThat(wait.join().text("/state")).isEqualTo("READY"));
  }

  private static void declare(String hostId, int vcpus, long localMiB, String... pools) {
    assertThat(one.rest().put("/v1/hosts/" + hostId, host(vcpus, localMiB, pools)).status())
        .isIn(200, 201);
    // each replica decides on its own view of the hosts
    one.awaitHostView();
    two.awaitHostView();
  }

  private static Rest rest(int client) {
    return (client % 2 == 0 ? one : two).rest();
  }

  private static List<Reply> atOnce(int clients, IntFunction<Reply> call) {
    List<CompletableFuture<Reply>> calls =
        IntStream.range(0, clients)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> call.apply(i), THREADS))
            .toList();
    return calls.stream().map(CompletableFuture::join).toList();
  }
}
