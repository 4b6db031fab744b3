package io.tarn.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.agent.kernel.KernelDelays;
import io.tarn.agent.kernel.MoveSettings;
import io.tarn.agent.kernel.StuckFaults;
import io.tarn.agent.kernel.UsedShare;
import io.tarn.agent.world.InMemoryPoolManager;
import io.tarn.agent.world.World;
import io.tarn.contracts.Check;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.HostCommand.Kind;
import io.tarn.contracts.pool.SliceRef;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedHostTest {

  private static final int PORT = InMemoryPoolManager.PORT;
  private static final Duration SOON = Duration.ofMillis(20);
  private static final Duration LONG = Duration.ofSeconds(30);

  private final World world = World.started(World.PUBLISHED);

  @Test
  void online_slicesOfThisHost_comeOnlineAndAreReported() {
    world.emcs.set("p1", 3, PORT, 1);
    world.emcs.set("p1", 4, PORT, 5);
    world.manager.issue(Kind.ONLINE, "p1", new SliceRef(3, 1), new SliceRef(4, 5));
    world.run(SOON);

    assertThat(world.online()).containsExactly("p1/3@1:0", "p1/4@5:0");
    assertThat(world.told()).containsExactlyInAnyOrder("ONLINE p1/3@1 0/8", "ONLINE p1/4@5 0/8");
    assertThat(world.status().position()).isEqualTo(1);
  }

  @Test
  void online_notNamedByTheEmc_isRefusedAndStaysOffline() {
    world.emcs.set("p1", 0, PORT + 1, 1);
    world.emcs.set("p1", 1, null, 1);
    world.emcs.set("p1", 2, PORT, 2);
    world.emcs.set("p1", 3, PORT, 1);
    world.manager.issue(
        Kind.ONLINE,
        "p1",
        new SliceRef(0, 1),
        new SliceRef(1, 1),
        new SliceRef(2, 1),
        new SliceRef(3, 1),
        new SliceRef(9, 1));
    world.run(SOON);

    assertThat(world.online()).containsExactly("p1/3@1:0");
    assertThat(world.told())
        .containsExactlyInAnyOrder(
            "REFUSED p1/0@1 8/8 not-owner",
            "REFUSED p1/1@1 8/8 not-owner",
            "REFUSED p1/2@1 8/8 other-generation",
            "ONLINE p1/3@1 0/8",
            "REFUSED p1/9@1 8/8 no-such-slice");
  }

  @Test
  void online_emcUnreachable_waitsWithoutHoldingUpOtherPools() {
    world.emcs.set("p1", 0, PORT, 1);
    world.emcs.set("p2", 0, PORT, 1);
    world.emcs.setReachable("p1", false);
    world.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1));
    world.manager.issue(Kind.ONLINE, "p2", new SliceRef(0, 1));
    world.run(LONG);
    assertThat(world.online()).containsExactly("p2/0@1:0");

    world.emcs.setReachable("p1", true);
    world.run(LONG);
    assertThat(world.online()).containsExactly("p1/0@1:0", "p2/0@1:0");
  }

  @Test
  void online_whileAnotherSliceGoesOffline_waitsForOneBlockOnly() {
    KernelDelays slow = new KernelDelays(10, 8_000, 8_000);
    World slowWorld = World.started(new SimulationSettings(128L << 20, slow, StuckFaults.NONE));
    online(slowWorld, "p1", 0, 1);
    slowWorld.manager.issue(Kind.OFFLINE, "p1", new SliceRef(0, 1));
    slowWorld.run(Duration.ofMillis(100));
    online(slowWorld, "p1", 1, 1);
    slowWorld.run(Duration.ofSeconds(1));
    assertThat(slowWorld.online()).containsExactly("p1/0@1:1", "p1/1@1:0");
  }

  @Test
  void offline_goesBlockByBlockAndSaysSoNowAndThen() {
    KernelDelays slow = new KernelDelays(10, 2_000, 2_000);
    World slowWorld = World.started(new SimulationSettings(128L << 20, slow, StuckFaults.NONE));
    online(slowWorld, "p1", 0, 1);
    slowWorld.manager.issue(Kind.OFFLINE, "p1", new SliceRef(0, 1));
    slowWorld.run(Duration.ofMillis(600));
    assertThat(slowWorld.online()).containsExactly("p1/0@1:2");
    slowWorld.run(Duration.ofMillis(1_500));

    assertThat(slowWorld.online()).isEmpty();
    assertThat(slowWorld.told())
        .containsExactly(
            "ONLINE p1/0@1 0/8",
            "OFFLINING p1/0@1 1/8",
            "OFFLINING p1/0@1 2/8",
            "OFFLINING p1/0@1 3/8",
            "OFFLINING p1/0@1 4/8",
            "OFFLINING p1/0@1 5/8",
            "OFFLINING p1/0@1 6/8",
            "OFFLINING p1/0@1 7/8",
            "OFFLINE p1/0@1 8/8");
  }

  @Test
  void offline_atPublishedSpeed_isReportedOnce() {
    online(world, "p1", 0, 1);
    world.manager.issue(Kind.OFFLINE, "p1", new SliceRef(0, 1));
    world.run(Duration.ofMillis(120));
    assertThat(world.told()).containsExactly("ONLINE p1/0@1 0/8", "OFFLINE p1/0@1 8/8");
  }

  @Test
  void offline_neverOnlined_isReportedAtOnce() {
    world.manager.issue(Kind.OFFLINE, "p1", new SliceRef(0, 1), new SliceRef(1, 4));
    world.run(Duration.ofMillis(5));
    assertThat(world.told()).containsExactly("OFFLINE p1/0@1 8/8", "OFFLINE p1/1@4 8/8");
  }

  @Test
  void offline_beforeTheEmcAnswered_cancelsTheOnline() {
    world.emcs.set("p1", 0, PORT, 1);
    world.emcs.setReachable("p1", false);
    world.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1));
    world.run(LONG);
    world.manager.issue(Kind.OFFLINE, "p1", new SliceRef(0, 1));
    world.emcs.setReachable("p1", true);
    world.run(LONG);
    assertThat(world.online()).isEmpty();
    assertThat(world.told()).containsExactly("OFFLINE p1/0@1 8/8");
  }

  @Test
  void offline_stuck_isReportedWithTheCauseAndRests() {
    World stuckWorld =
        World.started(
            new SimulationSettings(128L << 20, KernelDelays.PUBLISHED, new StuckFaults(1)));
    online(stuckWorld, "p1", 0, 1);
    stuckWorld.manager.issue(Kind.OFFLINE, "p1", new SliceRef(0, 1));
    stuckWorld.run(LONG);
    assertThat(stuckWorld.told()).hasSize(2);
    assertThat(stuckWorld.told().get(1))
        .matches("STUCK p1/0@1 [0-7]/8 (pinned|kernel-page|huge-page)");
    assertThat(stuckWorld.online()).hasSize(1);

    stuckWorld.manager.issue(Kind.OFFLINE, "p1", new SliceRef(0, 1));
    stuckWorld.run(LONG);
    assertThat(stuckWorld.told()).hasSize(3);
  }

  @Test
  void drain_takesWhatTheVmDoesNotUse_andTheReleaseTakesTheRest() {
    World half = World.started(halfUsed());
    online(half, "p1", 0, 1);
    half.manager.issue(Kind.DRAIN, "p1", new SliceRef(0, 1));
    half.run(LONG);
    assertThat(half.online()).containsExactly("p1/0@1:4");
    assertThat(half.told()).containsExactly("ONLINE p1/0@1 0/8", "ONLINE p1/0@1 4/8");

    half.manager.issue(Kind.OFFLINE, "p1", new SliceRef(0, 1));
    half.run(LONG);
    assertThat(half.online()).isEmpty();
    assertThat(half.told()).endsWith("OFFLINE p1/0@1 8/8");
  }

  @Test
  void drain_takenBack_bringsEveryBlockOnlineAgain_afterAKillToo() {
    World half = World.started(halfUsed());
    online(half, "p1", 0, 1);
    half.manager.issue(Kind.DRAIN, "p1", new SliceRef(0, 1));
    half.run(LONG);
    half.crashAndRestart();
    half.run(LONG);
    assertThat(half.online()).containsExactly("p1/0@1:4");
    half.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1));
    half.run(LONG);
    assertThat(half.online()).containsExactly("p1/0@1:0");
    assertThat(half.told()).endsWith("ONLINE p1/0@1 0/8");
  }

  @Test
  void drain_toldAgainBeforeTheBlocksAreBack_isRemembered_overAKillToo() {
    World half = World.started(halfUsed());
    online(half, "p1", 0, 1);
    half.manager.issue(Kind.DRAIN, "p1", new SliceRef(0, 1));
    half.run(LONG);
    half.emcs.setReachable("p1", false);
    half.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1));
    half.run(LONG);
    assertThat(half.online()).containsExactly("p1/0@1:4");
    half.manager.issue(Kind.DRAIN, "p1", new SliceRef(0, 1));
    half.run(SOON);
    half.crashAndRestart();
    half.emcs.setReachable("p1", true);
    half.run(LONG);
    assertThat(half.online()).containsExactly("p1/0@1:4");
    assertThat(half.told()).endsWith("ONLINE p1/0@1 4/8");
  }

  @Test
  void drain_toldWhileTheBlocksComeBack_takesThemOfflineAgain() {
    World half = World.started(halfUsed());
    online(half, "p1", 0, 1);
    half.manager.issue(Kind.DRAIN, "p1", new SliceRef(0, 1));
    half.run(LONG);
    half.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1));
    half.manager.issue(Kind.DRAIN, "p1", new SliceRef(0, 1));
    half.run(LONG);
    assertThat(half.online()).containsExactly("p1/0@1:4");
    half.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1));
    half.run(LONG);
    assertThat(half.online()).containsExactly("p1/0@1:0");
    assertThat(half.told()).endsWith("ONLINE p1/0@1 0/8");
  }

  private static SimulationSettings halfUsed() {
    return new SimulationSettings(
        128L << 20,
        KernelDelays.PUBLISHED,
        StuckFaults.NONE,
        MoveSettings.PUBLISHED,
        new UsedShare(50, 50));
  }

  @Test
  void feed_repeatedPage_isTakenOnce() {
    world.emcs.set("p1", 0, PORT, 1);
    var first = world.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1));
    world.run(SOON);
    var second = world.manager.issue(Kind.OFFLINE, "p1", new SliceRef(0, 1));
    world.run(LONG);
    world.manager.answerNextPollWith(first, second);
    world.manager.issue(Kind.OFFLINE, "p1", new SliceRef(9, 1));
    world.run(LONG);
    assertThat(world.online()).isEmpty();
    assertThat(world.told())
        .containsExactly("ONLINE p1/0@1 0/8", "OFFLINE p1/0@1 8/8", "OFFLINE p1/9@1 8/8");
    assertThat(world.status().position()).isEqualTo(3);
  }

  @Test
  void feed_offlineArrivingBeforeItsOnline_neverComesOnline() {
    World late = new World(World.PUBLISHED);
    late.emcs.set("p1", 0, PORT, 1);
    var online = InMemoryPoolManager.command(1, Kind.ONLINE, "p1", new SliceRef(0, 1));
    var offline = InMemoryPoolManager.command(2, Kind.OFFLINE, "p1", new SliceRef(0, 1));
    late.manager.answerNextPollWith(offline);
    late.manager.answerNextPollWith(offline, online);
    late.start();
    late.run(LONG);
    assertThat(late.told()).containsExactly("OFFLINE p1/0@1 8/8");
    assertThat(late.status().position()).isEqualTo(2);
  }

  @Test
  void feed_onlineAgainAtAReleasedGeneration_isRefused() {
    online(world, "p1", 0, 1);
    world.manager.issue(Kind.OFFLINE, "p1", new SliceRef(0, 1));
    world.run(LONG);
    world.crashAndRestart();
    world.run(LONG);
    world.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1));
    world.run(LONG);
    assertThat(world.online()).isEmpty();
    assertThat(world.told().get(world.told().size() - 1)).isEqualTo("REFUSED p1/0@1 8/8 released");

    world.emcs.set("p1", 0, PORT, 3);
    world.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 3));
    world.run(SOON);
    assertThat(world.online()).containsExactly("p1/0@3:0");
  }

  @Test
  void acks_managerDown_areRetriedAndNothingIsDropped() {
    online(world, "p1", 0, 1);
    world.manager.issue(Kind.OFFLINE, "p1", new SliceRef(0, 1));
    world.manager.setDown(true);
    world.run(LONG);
    assertThat(world.told()).containsExactly("ONLINE p1/0@1 0/8");
    world.manager.setDown(false);
    world.run(LONG);
    assertThat(world.told()).containsExactly("ONLINE p1/0@1 0/8", "OFFLINE p1/0@1 8/8");
  }

  @Test
  void acks_answersLost_areSentAgain() {
    world.manager.loseReplies(2);
    online(world, "p1", 0, 1);
    world.run(LONG);
    assertThat(world.told())
        .containsExactly("ONLINE p1/0@1 0/8", "ONLINE p1/0@1 0/8", "ONLINE p1/0@1 0/8");
  }

  @Test
  void acks_manySlices_travelTogether() {
    SliceRef[] refs = new SliceRef[64];
    for (int slice = 0; slice < refs.length; slice++) {
      world.emcs.set("p1", slice, PORT, 1);
      refs[slice] = new SliceRef(slice, 1);
    }
    world.manager.issue(Kind.ONLINE, "p1", refs);
    world.run(SOON);
    assertThat(world.told()).hasSize(64);
    assertThat(world.manager.ackCalls()).isLessThanOrEqualTo(2);
  }

  @Test
  void restart_afterEverythingWasHeard_reportsWhatItObservesAgain() {
    online(world, "p1", 0, 1);
    world.crashAndRestart();
    world.run(SOON);
    assertThat(world.told()).containsExactly("ONLINE p1/0@1 0/8", "ONLINE p1/0@1 0/8");
    assertThat(world.manager.boots()).hasSize(1);
    assertThat(world.online()).containsExactly("p1/0@1:0");
  }

  @Test
  void boot_notWired_isReportedUntilItIs() {
    World unwired = new World(World.PUBLISHED);
    unwired.manager.setWired(false);
    unwired.start();
    unwired.run(LONG);
    assertThat(unwired.status().link()).isEqualTo(Link.REPORTING);
    unwired.manager.setWired(true);
    unwired.run(LONG);
    assertThat(unwired.status().link()).isEqualTo(Link.FOLLOWING);
    assertThat(unwired.manager.boots()).hasSize(1);
  }

  @Test
  void boot_another_losesTheMemoryAndFollowsCommandsThatComeAgain() {
    online(world, "p1", 0, 1);
    world.reboot();
    assertThat(world.online()).isEmpty();
    assertThat(world.manager.boots())
        .extracting(BootReport::bootId)
        .containsExactly("boot-1", "boot-2");
    assertThat(world.manager.boots().get(1).bootedAtMillis())
        .isGreaterThan(world.manager.boots().get(0).bootedAtMillis());

    world.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1));
    world.run(SOON);
    assertThat(world.online()).containsExactly("p1/0@1:0");
  }

  @Test
  void boot_duringARelease_reportsItOfflineInTheNewBoot() {
    online(world, "p1", 0, 1);
    world.manager.issue(Kind.OFFLINE, "p1", new SliceRef(0, 1));
    world.run(Duration.ofMillis(6));
    assertThat(world.online()).hasSize(1);
    world.reboot();
    assertThat(world.online()).isEmpty();
    assertThat(world.told()).containsExactly("ONLINE p1/0@1 0/8", "OFFLINE p1/0@1 8/8");
  }

  @Test
  void boot_beforeAnOnlineWasHeard_waitsForTheCommandThatComesAgain() {
    world.emcs.set("p1", 0, PORT, 1);
    world.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1));
    world.manager.setDown(true);
    world.run(SOON);
    assertThat(world.online()).containsExactly("p1/0@1:0");
    world.reboot();
    world.manager.setDown(false);
    world.run(LONG);
    // the manager may have had its owner cleared without this host
    assertThat(world.online()).isEmpty();
    assertThat(world.told()).isEmpty();
    world.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1));
    world.run(SOON);
    assertThat(world.online()).containsExactly("p1/0@1:0");
  }

  @Test
  void online_ofASliceThatIsJustLeaving_waitsUntilItHasLeft() {
    online(world, "p1", 0, 1);
    world.emcs.set("p1", 0, PORT, 3);
    world.manager.issue(Kind.OFFLINE, "p1", new SliceRef(0, 1));
    world.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 3));
    world.run(LONG);
    assertThat(world.online()).containsExactly("p1/0@3:0");
    assertThat(world.told())
        .containsExactly("ONLINE p1/0@1 0/8", "OFFLINE p1/0@1 8/8", "ONLINE p1/0@3 0/8");
  }

  @Test
  void boot_afterTheClockWasFarAhead_startsWhenItDoes() throws IOException {
    long day = Duration.ofDays(1).toMillis();
    assertThat(startOfTheBootAfter(world.clock.nowMillis() + day + 1_000))
        .isBetween(world.clock.nowMillis() - 1_000, world.clock.nowMillis());
    // a clock that was put back a little puts no boots out of order
    long ahead = world.clock.nowMillis() + day - 1_000;
    assertThat(startOfTheBootAfter(ahead)).isEqualTo(ahead + 1);
  }

  private long startOfTheBootAfter(long bootedAtMillis) throws IOException {
    BootReport before = new BootReport("before-" + bootedAtMillis, bootedAtMillis, 128L << 20);
    world.store.save(HostState.firstBoot("h1", before));
    world.crashAndRestart();
    world.reboot();
    return world.status().bootedAtMillis();
  }

  @Test
  void boot_supersededWhileFollowing_stopsActing() {
    world.manager.knowBoot(new BootReport("elsewhere", Check.LATEST_MILLIS, 128L << 20));
    online(world, "p1", 0, 1);
    assertThat(world.status().link()).isEqualTo(Link.SUPERSEDED);
    int calls = world.manager.ackCalls();
    world.emcs.set("p1", 1, PORT, 1);
    world.manager.issue(Kind.ONLINE, "p1", new SliceRef(1, 1));
    world.run(LONG);
    assertThat(world.online()).containsExactly("p1/0@1:0");
    assertThat(world.manager.ackCalls()).isEqualTo(calls);
    assertThat(world.told()).isEmpty();
  }

  @Test
  void boot_supersededAtStart_stopsActing() {
    World late = new World(World.PUBLISHED);
    late.manager.knowBoot(new BootReport("elsewhere", Check.LATEST_MILLIS, 128L << 20));
    late.emcs.set("p1", 0, PORT, 1);
    late.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1));
    late.start();
    late.run(LONG);
    assertThat(late.status().link()).isEqualTo(Link.SUPERSEDED);
    assertThat(late.online()).isEmpty();
  }

  @Test
  void state_cannotBeSaved_nothingIsEnactedOrReportedUntilItCan() {
    world.emcs.set("p1", 0, PORT, 1);
    world.store.setFailing(true);
    world.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1));
    world.run(LONG);
    assertThat(world.online()).isEmpty();
    assertThat(world.told()).isEmpty();
    world.store.setFailing(false);
    world.run(LONG);
    assertThat(world.told()).isEqualTo(List.of("ONLINE p1/0@1 0/8"));
  }

  private static void online(World world, String poolId, int slice, long generation) {
    world.emcs.set(poolId, slice, PORT, generation);
    world.manager.issue(Kind.ONLINE, poolId, new SliceRef(slice, generation));
    world.run(SOON);
  }
}
