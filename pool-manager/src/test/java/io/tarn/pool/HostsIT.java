package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.pool.AckReply;
import io.tarn.contracts.pool.AckReply.Outcome;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.BootView;
import io.tarn.contracts.pool.CommandPage;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.SliceRef;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.Rig;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A host's side over REST. */
class HostsIT {

  private final Rig rig = Rig.shared();
  private final Api api = rig.api();

  @Test
  void boot_ofALargeBlockHostIsRefusedWithTheSetting() {
    rig.pool("h1", 2);
    assertThat(api.call("PUT", "/v1/pools/h1/hosts/h1-h", null).status()).isEqualTo(201);
    BootView view =
        api.put("/v1/hosts/h1-h/boot", new BootReport("b", 5, 2L << 30)).as(BootView.class);
    assertThat(view.poolable()).isFalse();
    assertThat(view.refusal())
        .contains("/sys/devices/system/memory/block_size_bytes", "memory_block_size");
    Api.Answer refused = api.grant("h1vm.1", "h1-h", "h1", 1);
    assertThat(refused.code()).isEqualTo("host-not-poolable");
    assertThat(refused.tree().path("reason").asString()).isEqualTo(view.refusal());
    assertThat(api.put("/v1/hosts/h1-nobody/boot", new BootReport("b", 5, 1L << 27)).status())
        .isEqualTo(404);
  }

  @Test
  void boot_anewTellsTheHostAgainAndShutsOutTheOldOne() {
    rig.pool("h2", 4);
    Agent agent = rig.host("h2", "h2-h");
    api.grant("h2vm.1", "h2-h", "h2", 2);
    agent.obey(10_000);
    assertThat(api.grant("h2vm.1").state()).isEqualTo(GrantState.ONLINE);
    BootView view = agent.boot(2);
    assertThat(view.lastSequence()).isEqualTo(2);
    assertThat(api.grant("h2vm.1").state()).isEqualTo(GrantState.GRANTED);
    assertThat(agent.boot(2)).isEqualTo(view);
    Agent zombie = new Agent(api, "h2-h");
    Api.Answer older = api.put("/v1/hosts/h2-h/boot", zombie.report(1));
    assertThat(older.status()).isEqualTo(409);
    assertThat(older.code()).isEqualTo("boot-superseded");
    Api.Answer shutOut =
        zombie.acks(List.of(Agent.observation("h2", new SliceRef(0, 1), Seen.ONLINE, null)));
    assertThat(shutOut.status()).isEqualTo(409);
    assertThat(shutOut.code()).isEqualTo("boot-superseded");
    assertThat(api.slices("h2").get(0).state()).isEqualTo(SliceState.ASSIGNED);
    List<HostCommand> again = agent.read(0);
    assertThat(again).extracting(HostCommand::kind).containsExactly(HostCommand.Kind.ONLINE);
    agent.obey(again.get(0));
    assertThat(api.grant("h2vm.1").state()).isEqualTo(GrantState.ONLINE);
  }

  @Test
  void bootFromFarAhead_isRefusedAndLocksNobodyOut() {
    rig.pool("h8", 2);
    Agent agent = rig.host("h8", "h8-h");
    Instant ahead = Instant.now().plus(Duration.ofDays(2)).truncatedTo(ChronoUnit.SECONDS);
    Api.Answer refused =
        api.put("/v1/hosts/h8-h/boot", new BootReport("ahead", ahead.toEpochMilli(), 1L << 27));
    assertThat(refused.status()).as(refused.body()).isEqualTo(422);
    assertThat(refused.code()).isEqualTo("boot-ahead-of-clock");
    assertThat(refused.tree().path("field").asString()).isEqualTo("bootedAtMillis");
    assertThat(refused.tree().path("detail").asString())
        .contains("host h8-h", "started at " + ahead)
        .containsPattern("here it is 2\\d{3}-\\d\\d-\\d\\dT");
    agent.boot(2);
    assertThat(api.grant("h8vm.1", "h8-h", "h8", 1).status()).isEqualTo(201);
    // as far ahead as is accepted
    long almost = System.currentTimeMillis() + Duration.ofDays(1).toMillis() - 60_000;
    assertThat(api.put("/v1/hosts/h8-h/boot", new BootReport("fast", almost, 1L << 27)).status())
        .isEqualTo(200);
  }

  @Test
  void rebootDuringRelease_needsAnAckOfTheNewBoot() {
    rig.pool("h3", 2);
    Agent agent = rig.host("h3", "h3-h");
    api.grant("h3vm.1", "h3-h", "h3", 2);
    agent.obey(10_000);
    api.withdraw("h3vm.1");
    HostCommand offline = agent.read(10_000).get(0);
    agent.ack("h3", offline.slices(), Seen.OFFLINING, null);
    agent.boot(2);
    assertThat(api.slices("h3").get(0).offlineBlocks()).isZero();
    agent.obey(10_000);
    awaitState("h3vm.1", GrantState.RELEASED);
  }

  @Test
  void acks_areJudgedOneByOne() {
    rig.pool("h4", 4);
    Agent agent = rig.host("h4", "h4-h");
    api.grant("h4vm.1", "h4-h", "h4", 2);
    List<SliceRef> slices = agent.read(10_000).get(0).slices();
    AckReply reply =
        agent
            .acks(
                List.of(
                    Agent.observation("h4", slices.get(0), Seen.ONLINE, null),
                    Agent.observation("h4", slices.get(0), Seen.ONLINE, null),
                    Agent.observation("h4", new SliceRef(1, 9), Seen.ONLINE, null),
                    Agent.observation("h4", new SliceRef(3, 1), Seen.ONLINE, null),
                    Agent.observation("h4none", new SliceRef(0, 1), Seen.ONLINE, null)))
            .as(AckReply.class);
    assertThat(reply.results())
        .extracting(AckReply.Result::outcome)
        .containsExactly(
            Outcome.APPLIED, Outcome.REPEATED, Outcome.REFUSED, Outcome.REFUSED, Outcome.REFUSED);
    assertThat(reply.results().get(2).reason()).isEqualTo("the slice is at generation 1");
    assertThat(api.grant("h4vm.1").onlineGiB()).isEqualTo(1);
  }

  @Test
  void stuckSlice_isQuarantinedUntilTheHostGivesItUp() {
    rig.pool("h5", 2);
    Agent agent = rig.host("h5", "h5-h");
    api.grant("h5vm.1", "h5-h", "h5", 2);
    agent.obey(10_000);
    api.withdraw("h5vm.1");
    List<SliceRef> slices = agent.read(10_000).get(0).slices();
    agent.ack("h5", slices.subList(0, 1), Seen.STUCK, "pinned");
    agent.ack("h5", slices.subList(1, 2), Seen.OFFLINE, null);
    assertThat(api.slices("h5").get(0).state()).isEqualTo(SliceState.QUARANTINED);
    assertThat(api.slices("h5").get(0).cause()).isEqualTo("pinned");
    Awaitility.await().until(() -> api.pool("h5").freeGiB() == 1);
    assertThat(api.grant("h5vm.1").state()).isEqualTo(GrantState.RELEASING);
    agent.ack("h5", slices.subList(0, 1), Seen.OFFLINE, null);
    awaitState("h5vm.1", GrantState.RELEASED);
  }

  @Test
  void feed_isReadFromAnyPoint() {
    rig.pool("h6", 4);
    Agent agent = rig.host("h6", "h6-h");
    for (int vm = 1; vm <= 3; vm++) {
      api.grant("h6vm" + vm + ".1", "h6-h", "h6", 1);
      agent.read(10_000);
    }
    assertThat(agent.seen()).extracting(HostCommand::sequence).containsExactly(1L, 2L, 3L);
    CommandPage page = api.get("/v1/hosts/h6-h/commands?after=1").as(CommandPage.class);
    assertThat(page.commands()).extracting(HostCommand::sequence).containsExactly(2L, 3L);
    assertThat(page.next()).isEqualTo(3);
    assertThat(page.commands().get(0).emc()).isEqualTo(rig.emcs().uri("h6"));
    assertThat(api.get("/v1/hosts/h6-h/commands?after=3").as(CommandPage.class))
        .isEqualTo(new CommandPage(List.of(), 3));
    assertThat(api.get("/v1/hosts/h6none/commands").status()).isEqualTo(404);
    assertThat(api.get("/v1/hosts/h6-h/commands?after=-1").status()).isEqualTo(400);
    assertThat(api.get("/v1/hosts/h6-h/commands?waitMillis=30001").status()).isEqualTo(400);
  }

  @Test
  void manyWaitingHosts_holdNoThreadsAndAreWokenAtOnce() throws Exception {
    rig.pool("h7", 4);
    Agent agent = rig.host("h7", "h7-h");
    ExecutorService clients = Executors.newFixedThreadPool(250);
    try {
      List<CompletableFuture<Api.Answer>> waiting = new ArrayList<>();
      // more than the server has threads
      for (int client = 0; client < 250; client++) {
        waiting.add(
            CompletableFuture.supplyAsync(
                () -> api.get("/v1/hosts/h7-h/commands?after=0&waitMillis=30000"), clients));
      }
      long start = System.nanoTime();
      assertThat(api.grant("h7vm.1", "h7-h", "h7", 1).status()).isEqualTo(201);
      for (CompletableFuture<Api.Answer> one : waiting) {
        assertThat(one.get(25, TimeUnit.SECONDS).as(CommandPage.class).commands()).hasSize(1);
      }
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(25));
      assertThat(agent.read(0)).hasSize(1);
    } finally {
      clients.shutdownNow();
    }
  }

  private void awaitState(String grantId, GrantState state) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> api.grant(grantId).state() == state);
  }
}
