package io.tarn.local.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.local.home.CannotStart;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PortPlanTest {

  private static final Map<String, Integer> WANTED = new LinkedHashMap<>();

  static {
    WANTED.put("scheduler", 8080);
    WANTED.put("pool-manager", 8081);
  }

  @Test
  void choose_takesWantedPortsWhenFree() throws CannotStart {
    assertThat(PortPlan.choose(WANTED, Map.of(), new Taken(Set.of())).ports()).isEqualTo(WANTED);
  }

  @Test
  void choose_takesAnyFreePortInsteadOfATakenOne() throws CannotStart {
    PortPlan plan = PortPlan.choose(WANTED, Map.of(), new Taken(Set.of(8080)));
    assertThat(plan.of("scheduler")).isEqualTo(40_000);
    assertThat(plan.of("pool-manager")).isEqualTo(8081);
  }

  @Test
  void choose_refusesATakenPortThatWasNamed() {
    assertThatThrownBy(
            () -> PortPlan.choose(WANTED, Map.of("scheduler", 9000), new Taken(Set.of(9000))))
        .isInstanceOf(CannotStart.class)
        .hasMessageContaining("Port 9000, named for scheduler, is taken on 127.0.0.1");
  }

  @Test
  void choose_neverGivesANamedPortToAnother() throws CannotStart {
    PortPlan plan = PortPlan.choose(WANTED, Map.of("pool-manager", 8080), new Taken(Set.of()));
    assertThat(plan.of("pool-manager")).isEqualTo(8080);
    assertThat(plan.of("scheduler")).isEqualTo(40_000);
  }

  @Test
  void choose_refusesUnknownListenersAndDoubles() {
    assertThatThrownBy(() -> PortPlan.choose(WANTED, Map.of("web", 9000), new Taken(Set.of())))
        .hasMessageContaining("nobody listens under that name")
        .hasMessageContaining("scheduler");
    Map<String, Integer> twice = Map.of("scheduler", 9000, "pool-manager", 9000);
    assertThatThrownBy(() -> PortPlan.choose(WANTED, twice, new Taken(Set.of())))
        .hasMessageContaining("named twice");
  }

  @Test
  void loopbackProbe_seesAListener() throws Exception {
    LoopbackProbe probe = new LoopbackProbe();
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(probe.free(listener.getLocalPort())).isFalse();
    }
    assertThat(probe.free(probe.any())).isTrue();
  }

  private static final class Taken implements PortProbe {
    private final Set<Integer> taken;
    private int next = 40_000;

    Taken(Set<Integer> taken) {
      this.taken = taken;
    }

    @Override
    public boolean free(int port) {
      return !taken.contains(port);
    }

    @Override
    public int any() {
      return next++;
    }
  }
}
