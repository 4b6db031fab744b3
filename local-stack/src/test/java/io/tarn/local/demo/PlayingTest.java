package io.tarn.local.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.fleet.Arrival;
import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Json;
import io.tarn.local.rest.FakeService;
import io.tarn.local.rest.FakeService.Answer;
import io.tarn.local.rest.FakeService.Call;
import io.tarn.local.rest.Persistent;
import io.tarn.local.rest.RestClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The hosts' clock follows a replay. */
@Timeout(60)
class PlayingTest {

  private static final Instant ORIGIN = Instant.parse("2026-11-24T00:00:00Z");

  private final List<String> heard = Collections.synchronizedList(new ArrayList<>());
  private final Ledger ledger = new Ledger();

  @Test
  void until_movesTheClockToTheBeginningOfEachStepThatHasEvents() throws Exception {
    play(
        this::answer,
        playing -> playing.until(90_000),
        arrival(0, 100, 1_900),
        arrival(1, 200, 60_000),
        arrival(2, 7_200, 1_000_000));

    assertThat(heard)
        .containsExactly(
            "clock 0",
            "POST vm-000000",
            "POST vm-000001",
            "clock 1800",
            "DELETE vm-000000",
            "clock 7200",
            "POST vm-000002",
            "clock 59400",
            "DELETE vm-000001",
            "clock 90000");
  }

  @Test
  void until_inTwoGoes_goesOnWhereItWas() throws Exception {
    play(
        this::answer,
        playing -> {
          playing.until(2_000);
          heard.add("learn");
          playing.until(Double.POSITIVE_INFINITY);
        },
        arrival(0, 100, 1_800),
        arrival(1, 3_700, 1_000_000));

    assertThat(heard)
        .containsExactly(
            "clock 0",
            "POST vm-000000",
            "clock 1800",
            "DELETE vm-000000",
            "clock 2000",
            "learn",
            "clock 3600",
            "POST vm-000001");
  }

  @Test
  void until_aClockThatRefuses_endsTheReplay() {
    assertThatThrownBy(
            () ->
                play(
                    call ->
                        new Answer(409, "{\"code\":\"conflict\",\"detail\":\"goes by itself\"}"),
                    playing -> playing.until(10),
                    arrival(0, 1, 1)))
        .isInstanceOf(CannotStart.class)
        .hasMessageContaining("goes by itself");
    assertThat(ledger.placed()).isZero();
  }

  private Answer answer(Call call) {
    if (call.path().equals("/v1/clock")) {
      long millis = Json.MAPPER.readTree(call.body()).path("nowMillis").asLong();
      heard.add("clock " + (millis - ORIGIN.toEpochMilli()) / 1000);
      return new Answer(200, "{\"clock\":\"stepped\"}");
    }
    boolean asked = call.method().equals("POST");
    heard.add(
        asked
            ? "POST " + Json.MAPPER.readTree(call.body()).path("vmId").asString()
            : "DELETE " + call.path().substring(call.path().lastIndexOf('/') + 1));
    return new Answer(asked ? 201 : 200, "{}");
  }

  private void play(FakeService.Behaviour behaviour, Part part, Arrival... arrivals)
      throws Exception {
    try (FakeService service = FakeService.start(behaviour)) {
      Persistent calls = new Persistent(new RestClient(() -> null), Duration.ofSeconds(20));
      VmCalls vms = new VmCalls(calls, List.of(service.base()));
      try (Replay replay = new Replay(vms, ledger, 1, ReplayListener.NONE)) {
        part.of(
            new Playing(
                new Timeline(List.of(arrivals).iterator(), 86_400),
                replay,
                new HostTime(calls, service.base(), ORIGIN)));
      }
    }
  }

  private static Arrival arrival(long sequence, double at, double life) {
    return new Arrival(sequence, at, 1, 1_024, life, false, null, "D1-1");
  }

  private interface Part {
    void of(Playing playing) throws CannotStart, InterruptedException;
  }
}
