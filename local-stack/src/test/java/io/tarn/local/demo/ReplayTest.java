package io.tarn.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.fleet.Arrival;
import io.tarn.fleet.ArrivalGenerator;
import io.tarn.local.home.Json;
import io.tarn.local.invariant.Acknowledged;
import io.tarn.local.rest.FakeService;
import io.tarn.local.rest.FakeService.Answer;
import io.tarn.local.rest.FakeService.Call;
import io.tarn.local.rest.Persistent;
import io.tarn.local.rest.RestClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Timeout(60)
class ReplayTest {

  private final Ledger ledger = new Ledger();

  @Test
  void run_keepsEveryAnswer() throws Exception {
    replay(
        call -> {
          if (call.method().equals("DELETE")) {
            return new Answer(200, "{}");
          }
          int vcpus = Json.MAPPER.readTree(call.body()).path("vcpus").asInt();
          return switch (vcpus) {
            case 1 -> new Answer(201, "{\"poolGiB\": 2}");
            case 2 -> new Answer(202, "{\"poolGiB\": 0}");
            case 3 ->
                new Answer(
                    409,
                    "{\"code\": \"no-fit\", \"reasons\": [{\"reason\": \"vcpus\", \"hosts\": 3},"
                        + " {\"reason\": \"local-memory\", \"hosts\": 5}]}");
            case 4 -> new Answer(422, "{\"code\": \"vm-larger-than-any-host\"}");
            default -> new Answer(418, "{\"code\": \"teapot\"}");
          };
        },
        arrival(0, 1, 10),
        arrival(1, 2, 1_000),
        arrival(2, 3, 10),
        arrival(3, 4, 10),
        arrival(4, 5, 10),
        arrival(50, 1, 1_000));
    Acknowledged acknowledged = ledger.acknowledged(List.of());
    assertThat(acknowledged.created())
        .containsExactlyInAnyOrder("vm-000000", "vm-000001", "vm-000050");
    assertThat(acknowledged.deleted()).containsExactly("vm-000000");
    assertThat(acknowledged.undocumented()).containsExactly("POST vm-000004: 418 teapot");
    assertThat(ledger.refusals())
        .containsOnly(
            java.util.Map.entry("local-memory", 1),
            java.util.Map.entry("vm-larger-than-any-host", 1));
    assertThat(ledger.pooledNowGiB()).isEqualTo(2);
  }

  @Test
  void run_givesBackOnlyWhatWasCreatedAndRepeatsWhatGotLost() throws Exception {
    Set<String> alive = ConcurrentHashMap.newKeySet();
    Set<String> lostOnce = ConcurrentHashMap.newKeySet();
    List<String> wrong = new ArrayList<>();
    replay(
        call -> {
          String vm = vm(call);
          if (call.method().equals("POST")) {
            alive.add(vm);
          } else if (!alive.contains(vm)) {
            synchronized (wrong) {
              wrong.add(vm);
            }
          }
          if (vm.hashCode() % 7 == 0 && lostOnce.add(call.method() + vm)) {
            throw new IOException("the answer is lost");
          }
          return new Answer(201 - (call.method().equals("DELETE") ? 1 : 0), "{}");
        },
        new ArrivalGenerator(5).day(80).toArray(Arrival[]::new));
    assertThat(wrong).isEmpty();
    assertThat(lostOnce).isNotEmpty();
    assertThat(ledger.placed()).isEqualTo(80);
    assertThat(ledger.deleted()).isPositive();
    assertThat(ledger.acknowledged(List.of()).undocumented()).isEmpty();
  }

  @Test
  void run_neverHasMoreAtOnceThanAllowed() throws Exception {
    AtomicInteger now = new AtomicInteger();
    Set<Integer> seen = new HashSet<>();
    replay(
        call -> {
          synchronized (seen) {
            seen.add(now.incrementAndGet());
          }
          now.decrementAndGet();
          return new Answer(call.method().equals("DELETE") ? 200 : 201, "{}");
        },
        IntStream.range(0, 200).mapToObj(i -> arrival(i, 1, 1)).toArray(Arrival[]::new));
    assertThat(seen).allMatch(atOnce -> atOnce <= 4);
    assertThat(ledger.placed()).isEqualTo(200);
  }

  @Test
  void run_givesUpWhenTheServicesDoNotAnswerAnyMore() throws Exception {
    Iterator<Event> endless =
        java.util.stream.Stream.iterate(0L, i -> i + 1)
            .<Event>map(i -> new Event.Arrives(arrival(i, 1, 1)))
            .iterator();
    VmCalls nobody = new VmCalls(persistent(0), List.of("http://127.0.0.1:1"));
    try (Replay replay = new Replay(nobody, ledger, 4, ReplayListener.NONE)) {
      assertThat(replay.run(endless)).isFalse();
    }
    assertThat(ledger.placed()).isZero();
    assertThat(ledger.acknowledged(List.of()).undocumented())
        .isNotEmpty()
        .allMatch(what -> what.contains("got no answer"));
  }

  private void replay(FakeService.Behaviour behaviour, Arrival... arrivals) throws Exception {
    try (FakeService service = FakeService.start(behaviour);
        Replay replay =
            new Replay(
                new VmCalls(persistent(30), List.of(service.base())),
                ledger,
                4,
                ReplayListener.NONE)) {
      assertThat(replay.run(new Timeline(List.of(arrivals).iterator(), 0))).isTrue();
    }
  }

  private static String vm(Call call) {
    if (call.method().equals("DELETE")) {
      return call.path().substring(call.path().lastIndexOf('/') + 1);
    }
    JsonNode body = Json.MAPPER.readTree(call.body());
    return body.path("vmId").asString();
  }

  private static Persistent persistent(int seconds) {
    return new Persistent(new RestClient(() -> null), Duration.ofSeconds(seconds));
  }

  private static Arrival arrival(long sequence, int vcpus, double life) {
    return new Arrival(sequence, sequence, vcpus, 1024, life, false, null, "D1-1");
  }
}
