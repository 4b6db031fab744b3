package io.tarn.contracts.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.tarn.contracts.bus.PlacementEvent;
import io.tarn.contracts.bus.SliceEvent;
import io.tarn.contracts.bus.VmAllocation;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BusCodecTest {

  // written by hand from the wire format: header {1: 7, 2: 1}, vm_id "vm1", ready {}
  private static final byte[] READY = {
    0x0a, 0x04, 0x08, 0x07, 0x10, 0x01, 0x12, 0x03, 'v', 'm', '1', 0x2a, 0x00
  };

  static List<PlacementEvent> placements() {
    return Events.placements();
  }

  static List<SliceEvent> slices() {
    return Events.slices();
  }

  @ParameterizedTest
  @MethodSource("placements")
  void placement_roundTrip(PlacementEvent event) throws UnreadableRecordException {
    assertThat(BusCodec.PLACEMENTS.decode(BusCodec.PLACEMENTS.encode(event))).isEqualTo(event);
  }

  @ParameterizedTest
  @MethodSource("slices")
  void slice_roundTrip(SliceEvent event) throws UnreadableRecordException {
    assertThat(BusCodec.SLICES.decode(BusCodec.SLICES.encode(event))).isEqualTo(event);
  }

  @Test
  void wire_isWhatTheFormatSays() throws UnreadableRecordException {
    PlacementEvent event = BusCodec.PLACEMENTS.decode(READY);
    assertThat(event.getHeader().getSequence()).isEqualTo(7);
    assertThat(event.getHeader().getOccurredAtMillis()).isEqualTo(1);
    assertThat(event.getVmId()).isEqualTo("vm1");
    assertThat(event.getFactCase()).isEqualTo(PlacementEvent.FactCase.READY);
    assertThat(BusCodec.PLACEMENTS.encode(event)).isEqualTo(READY);
  }

  @Test
  void fieldsOfNewerWriter_survive() throws UnreadableRecordException {
    UnknownFieldSet newer =
        UnknownFieldSet.newBuilder()
            .addField(900, UnknownFieldSet.Field.newBuilder().addVarint(42).build())
            .addField(
                901,
                UnknownFieldSet.Field.newBuilder()
                    .addLengthDelimited(ByteString.copyFromUtf8("rack 7"))
                    .build())
            .build();
    VmAllocation allocation = Events.POOLED.toBuilder().setUnknownFields(newer).build();
    PlacementEvent written = Events.placed(allocation).toBuilder().setUnknownFields(newer).build();

    PlacementEvent read = BusCodec.PLACEMENTS.decode(written.toByteArray());
    byte[] onwards = BusCodec.PLACEMENTS.encode(read);

    assertThat(onwards).isEqualTo(written.toByteArray());
    assertThat(read.getPlaced().getAllocation().getUnknownFields()).isEqualTo(newer);
    // an edit by this version keeps them as well
    PlacementEvent edited = read.toBuilder().setVmId("vm1").setHeader(Events.HEADER).build();
    assertThat(edited.getUnknownFields()).isEqualTo(newer);
  }

  @Test
  void factOfNewerWriter_isRefusedWithTheReason() {
    byte[] record =
        Events.slice()
            .setUnknownFields(
                UnknownFieldSet.newBuilder()
                    .addField(
                        99,
                        UnknownFieldSet.Field.newBuilder()
                            .addLengthDelimited(ByteString.EMPTY)
                            .build())
                    .build())
            .build()
            .toByteArray();
    assertThatExceptionOfType(UnreadableRecordException.class)
        .isThrownBy(() -> BusCodec.SLICES.decode(record))
        .withMessageContaining("fact is absent or unknown");
  }

  @Test
  void tombstone_isRefused() {
    assertThatExceptionOfType(UnreadableRecordException.class)
        .isThrownBy(() -> BusCodec.SLICES.decode(null))
        .withMessage("tarn.slices record has no value");
  }

  @Test
  void garbageAndTruncation_areRefused() {
    byte[] truncated = Arrays.copyOf(READY, READY.length - 4);
    for (byte[] payload :
        List.of(
            "hello".getBytes(StandardCharsets.UTF_8), truncated, new byte[] {0x0a}, new byte[0])) {
      assertThatExceptionOfType(UnreadableRecordException.class)
          .isThrownBy(() -> BusCodec.PLACEMENTS.decode(payload))
          .withMessageStartingWith("tarn.placements record");
    }
  }
}
