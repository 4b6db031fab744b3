package io.tarn.local.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.local.rest.FakeService.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PersistentTest {

  private final AtomicInteger calls = new AtomicInteger();

  @Test
  void call_isRepeatedUntilItIsAnswered() throws Exception {
    try (FakeService service =
        FakeService.start(
            call ->
                switch (calls.incrementAndGet()) {
                  case 1 -> throw new IOException("the process was killed");
                  case 2 -> new Answer(503, "");
                  case 3 -> new Answer(429, "");
                  default -> new Answer(201, call.body());
                })) {
      Reply reply = persistent(20).call("POST", List.of(service.base()), "/x", Map.of("a", 1), 0);
      assertThat(reply.status()).isEqualTo(201);
      assertThat(reply.body().path("a").asInt()).isEqualTo(1);
      assertThat(calls).hasValue(4);
    }
  }

  @Test
  void call_doesNotRepeatARefusal() throws Exception {
    try (FakeService service =
        FakeService.start(
            call -> {
              calls.incrementAndGet();
              return new Answer(409, "{\"code\": \"no-fit\", \"detail\": \"full\"}");
            })) {
      Reply reply = persistent(20).call("POST", List.of(service.base()), "/x", null, 0);
      assertThat(reply.code()).isEqualTo("no-fit");
      assertThat(reply.detail()).isEqualTo("409 no-fit: full");
      assertThat(calls).hasValue(1);
    }
  }

  @Test
  void call_goesToTheNextReplicaWhenOneIsDown() throws Exception {
    String down;
    try (FakeService gone = FakeService.start(call -> new Answer(200, ""))) {
      down = gone.base();
    }
    try (FakeService service = FakeService.start(call -> new Answer(200, call.authorization()))) {
      Reply reply = persistent(20).call("GET", List.of(down, service.base()), "/x", null, 0);
      assertThat(reply.body().asString()).isEqualTo("Bearer t");
    }
  }

  @Test
  void call_endsWithTheLastProblemWhenTheTimeIsOver() throws Exception {
    try (FakeService service =
        FakeService.start(call -> new Answer(500, "{\"code\": \"internal\"}"))) {
      assertThatThrownBy(() -> persistent(0).call("GET", List.of(service.base()), "/x", null, 0))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("GET /x got no answer in 0 s: 500 internal");
    }
  }

  private static Persistent persistent(int seconds) {
    return new Persistent(new RestClient(() -> "t"), Duration.ofSeconds(seconds));
  }
}
