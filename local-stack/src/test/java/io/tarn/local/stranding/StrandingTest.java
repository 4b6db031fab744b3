package io.tarn.local.stranding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** All figures are worked out by hand. */
class StrandingTest {

  private static final HostCapacity A = new HostCapacity("a", 10, 40, "p");
  private static final HostCapacity B = new HostCapacity("b", 10, 40, "p");
  private static final List<PoolCapacity> POOL = List.of(new PoolCapacity("p", 20));

  @Test
  void of_idleFleetStrandsWhatItsCoresCannotSell() {
    Stranding idle = Stranding.of(List.of(A, B), POOL, Map.of(), 2);
    // each host can sell 10 * 2 = 20 of its 40; the pool's 20 are wanted by nobody
    assertThat(idle.withPoolGiB()).isEqualTo(20 + 20 + 20);
    // each host would have 40 + 10
    assertThat(idle.withoutPoolGiB()).isEqualTo(30 + 30);
    assertThat(idle.totalGiB()).isEqualTo(100);
    assertThat(idle.totalVcpus()).isEqualTo(20);
  }

  @Test
  void of_poolFillsWhatAHostLacks() {
    // a: 4 cores free, 2 GiB free, wants 4 * 3 = 12: lacks 10
    // b: 0 cores free, 25 GiB free: strands 25
    Map<String, HostUse> use = Map.of("a", new HostUse(6, 38, 3), "b", new HostUse(10, 15, 5));
    Stranding stranding = Stranding.of(List.of(A, B), POOL, use, 3);
    // pool: 20 - 3 - 5 = 12 free, 10 of them wanted by a
    assertThat(stranding.withPoolGiB()).isEqualTo(25 + 2);
    // all local: a has 50, uses 41, can sell 12: lacks; b has 50, uses 20: strands 30
    assertThat(stranding.withoutPoolGiB()).isEqualTo(30);
    assertThat(stranding.rentedVcpus()).isEqualTo(16);
  }

  @Test
  void of_hostWithoutPoolStandsForItself() {
    HostCapacity alone = new HostCapacity("c", 4, 10, null);
    Stranding stranding =
        Stranding.of(List.of(alone), List.of(), Map.of("c", new HostUse(4, 7, 0)), 2);
    assertThat(stranding.withPoolGiB()).isEqualTo(3);
    assertThat(stranding.withoutPoolGiB()).isEqualTo(3);
  }

  @Test
  void of_poolDoesNotHelpAnotherPoolsHosts() {
    HostCapacity far = new HostCapacity("b", 10, 40, "q");
    Map<String, HostUse> use = Map.of("a", new HostUse(0, 40, 0), "b", new HostUse(10, 40, 0));
    Stranding stranding =
        Stranding.of(
            List.of(A, far), List.of(new PoolCapacity("p", 5), new PoolCapacity("q", 7)), use, 1);
    // a lacks 10 and takes the 5 of p; the 7 of q are stranded
    assertThat(stranding.withPoolGiB()).isEqualTo(7);
  }

  @Test
  void busiest_isTheFirstMomentOfMostRentedCores() {
    Occupancy occupancy =
        new Occupancy(
            List.of(
                new Stay("a", 2, 4, 0, 10, 20),
                new Stay("b", 3, 6, 1, 15, 30),
                new Stay("a", 2, 4, 2, 20, Long.MAX_VALUE)));
    // 2 from 10, 5 from 15; at 20 one leaves as one comes: 5 again, not more
    assertThat(occupancy.busiest()).isEqualTo(15);
    assertThat(occupancy.at(15))
        .containsOnly(Map.entry("a", new HostUse(2, 4, 0)), Map.entry("b", new HostUse(3, 6, 1)));
    assertThat(occupancy.at(20))
        .containsOnly(Map.entry("a", new HostUse(2, 4, 2)), Map.entry("b", new HostUse(3, 6, 1)));
    assertThat(occupancy.memoryPerCoreGiB()).isCloseTo(17.0 / 7, offset(1e-12));
  }

  @Test
  void busiest_ofNobodyIsNothing() {
    Occupancy nobody = new Occupancy(List.of());
    assertThat(nobody.busiest()).isZero();
    assertThat(nobody.memoryPerCoreGiB()).isZero();
    assertThat(nobody.at(0)).isEmpty();
  }
}
