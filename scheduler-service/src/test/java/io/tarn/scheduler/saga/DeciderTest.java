package io.tarn.scheduler.saga;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.placement.HostSpec;
import io.tarn.contracts.placement.VmRequest;
import io.tarn.scheduler.host.Cluster;
import io.tarn.scheduler.host.HostBook;
import io.tarn.scheduler.host.HostEdit;
import io.tarn.scheduler.host.HostState;
import io.tarn.scheduler.host.HostStore;
import io.tarn.scheduler.host.PoolBook;
import io.tarn.scheduler.host.PoolState;
import io.tarn.scheduler.placement.Decision;
import io.tarn.scheduler.placement.Decision.NoFit;
import io.tarn.scheduler.placement.Decision.Placed;
import io.tarn.scheduler.placement.Place;
import io.tarn.scheduler.placement.PlacementEngine;
import io.tarn.scheduler.placement.Tried;
import io.tarn.scheduler.policy.PoolingPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeciderTest {

  private static final SagaLimits LIMITS =
      new SagaLimits(
          Duration.ofSeconds(10),
          Duration.ofSeconds(5),
          Duration.ofMillis(250),
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          8);

  private final AtomicLong now = new AtomicLong();
  private final OneHost store = new OneHost();
  private final PoolBook pools = new PoolBook(now::get);
  private final Cluster cluster = new Cluster(new HostBook(now::get), pools, store, now::get);
  private final Decider decider =
      new Decider(cluster, PoolingPolicy.parse("static:50"), PlacementEngine.fixed(), LIMITS);

  @BeforeEach
  void read() {
    cluster.refresh();
    pools.told(List.of(new PoolState("p", 64, 64, false, Set.of("h"))), now.get());
  }

  @Test
  void tooOld_pastItsBound_saysHowOld() {
    pass(Duration.ofSeconds(10));
    assertThat(decider.tooOld()).isEmpty();
    pass(Duration.ofMillis(1));
    assertThat(decider.tooOld()).contains(Duration.ofMillis(10_001));
  }

  @Test
  void tooOld_neverRead_isTooOld() {
    Cluster unread = new Cluster(new HostBook(now::get), pools, store, now::get);
    assertThat(
            new Decider(unread, PoolingPolicy.parse("all-local"), PlacementEngine.fixed(), LIMITS)
                .tooOld())
        .contains(HostBook.NEVER);
  }

  @Test
  void decide_poolViewPastItsBound_isAllLocal() {
    assertThat(placed(decider.decide(request(8)))).isEqualTo(new Place("h", 4096, 4, "p"));
    pass(Duration.ofMillis(5001));
    Decision stale = decider.decide(request(8));
    assertThat(placed(stale)).isEqualTo(new Place("h", 8192, 0, null));
    assertThat(stale.trace().ceilingReason()).isEqualTo("pool-state-stale");
  }

  @Test
  void decide_wouldRefuse_looksAgainFirst() {
    store.used(16);
    cluster.refresh();
    store.used(0);
    pass(Duration.ofMillis(249));
    assertThat(decider.decide(request(8))).isInstanceOf(NoFit.class);
    pass(Duration.ofMillis(1));
    assertThat(decider.decide(request(8))).isInstanceOf(Placed.class);
  }

  @Test
  void decideAgain_ownClaim_countsAsFree() {
    store.used(15);
    cluster.refresh();
    assertThat(decider.decide(request(8))).isInstanceOf(NoFit.class);
    Vm vm = Vm.first(request(8), "static:50", new Place("h", 4096, 4, "p"));
    Decision again = decider.decideAgain(vm, Tried.nothing().noPool("pool-manager-unanswered"));
    assertThat(placed(again)).isEqualTo(new Place("h", 8192, 0, null));
    assertThat(again.trace().ceilingReason()).isEqualTo("pool-manager-unanswered");
    assertThat(again.trace().earlier()).containsExactly("pool-manager-unanswered");
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  private static VmRequest request(int gib) {
    return new VmRequest(
        "v", 2, gib * 1024L, null, null, null, null, null, VmRequest.PoolUse.ALLOWED, Map.of());
  }

  private static Place placed(Decision decision) {
    assertThat(decision).isInstanceOf(Placed.class);
    return ((Placed) decision).place();
  }

  /** One host of 16 cores and 64 GiB, of which cores may be used. */
  private static final class OneHost implements HostStore {

    private int used;
    private long revision = 1;

    void used(int vcpus) {
      used = vcpus;
      revision++;
    }

    @Override
    public List<HostState> all() {
      return List.of(
          new HostState(
              "h",
              new HostSpec(16, 65_536, 0, 0, null, List.of("p"), Map.of()),
              false,
              used,
              4096,
              1,
              revision));
    }

    @Override
    public Optional<HostState> find(String hostId) {
      return all().stream().filter(host -> host.hostId().equals(hostId)).findFirst();
    }

    @Override
    public List<HostState> page(String after, int limit) {
      return all();
    }

    @Override
    public HostEdit put(String hostId, HostSpec spec, OptionalLong expectedVersion) {
      throw new UnsupportedOperationException();
    }

    @Override
    public HostEdit cordon(String hostId, boolean cordoned, OptionalLong expectedVersion) {
      throw new UnsupportedOperationException();
    }
  }
}
