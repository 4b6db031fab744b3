package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tarn.chassis.testing.TestBus;
import io.tarn.chassis.testing.TopicTail;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.SliceEvent;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.codec.UnreadableRecordException;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.SliceRef;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.Rig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A grant from its commit until its slices are free again, on real parts. */
class LifeOfAGrantIT {

  private final Rig rig = Rig.shared();
  private final Api api = rig.api();

  @Test
  void grant_goesOnlineAndComesBack() throws Exception {
    try (TopicTail tail = TestBus.tail(Topics.SLICES)) {
      rig.pool("life", 8);
      Agent agent = rig.host("life", "life-host");
      assertThat(api.grant("vm1.1", "life-host", "life", 3).status()).isEqualTo(201);
      List<HostCommand> online = agent.read(10_000);
      assertThat(online)
          .singleElement()
          .satisfies(
              command -> {
                assertThat(command.kind()).isEqualTo(HostCommand.Kind.ONLINE);
                assertThat(command.grantId()).isEqualTo("vm1.1");
                assertThat(command.port()).isZero();
                assertThat(command.slices())
                    .containsExactly(new SliceRef(0, 1), new SliceRef(1, 1), new SliceRef(2, 1));
              });
      agent.obey(online.get(0));
      assertThat(api.grant("vm1.1").state()).isEqualTo(GrantState.ONLINE);
      assertThat(api.pool("life").slices())
          .containsEntry(SliceState.ONLINE, 3)
          .containsEntry(SliceState.FREE, 5);

      assertThat(api.withdraw("vm1.1").status()).isEqualTo(200);
      List<HostCommand> offline = agent.read(10_000);
      agent.ack("life", offline.get(0).slices(), Seen.OFFLINING, null);
      assertThat(api.slices("life").get(0).state()).isEqualTo(SliceState.OFFLINING);
      assertThat(api.slices("life").get(0).offlineBlocks()).isEqualTo(3);
      agent.obey(offline.get(0));
      await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> api.grant("vm1.1").state() == GrantState.RELEASED);
      assertThat(api.pool("life").freeGiB()).isEqualTo(8);
      assertThat(api.slices("life").get(0).generation()).isEqualTo(2);
      assertThat(api.grant("vm1.1").slices()).isEmpty();

      tail.await("life", 4, Duration.ofSeconds(20));
      List<SliceEvent> events =
          tail.seen().stream()
              .filter(record -> "life".equals(record.key()))
              .map(record -> decoded(record.value()))
              .toList();
      assertThat(events)
          .extracting(SliceEvent::getFactCase)
          .containsExactly(
              SliceEvent.FactCase.COMMITTED,
              SliceEvent.FactCase.ONLINE,
              SliceEvent.FactCase.RELEASING,
              SliceEvent.FactCase.RELEASED);
      assertThat(events)
          .extracting(event -> event.getHeader().getSequence())
          .containsExactly(1L, 2L, 3L, 4L);
    }
  }

  private static SliceEvent decoded(byte[] value) {
    try {
      return BusCodec.SLICES.decode(value);
    } catch (UnreadableRecordException e) {
      throw new AssertionError(e);
    }
  }
}
