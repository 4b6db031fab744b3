package io.tarn.contracts.codec;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.FrontEndEpoch;
import io.tarn.contracts.bus.PlacementEvent;
import io.tarn.contracts.bus.SliceEvent;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the messages of one topic. Fields that a newer writer added survive a round
 * trip; what a consumer relies on is checked.
 *
 * @param <M> the message
 */
public final class BusCodec<M extends Message> {

  /** Codec of {@link Topics#PLACEMENTS}. */
  public static final BusCodec<PlacementEvent> PLACEMENTS =
      new BusCodec<>(Topics.PLACEMENTS, PlacementEvent.parser(), EventRules::check);

  /** Codec of {@link Topics#SLICES}. */
  public static final BusCodec<SliceEvent> SLICES =
      new BusCodec<>(Topics.SLICES, SliceEvent.parser(), EventRules::check);

  /** Codec of {@link Topics#COT_EPOCHS}. */
  public static final BusCodec<FrontEndEpoch> COT_EPOCHS =
      new BusCodec<>(Topics.COT_EPOCHS, FrontEndEpoch.parser(), EpochRules::check);

  private final String topic;
  private final Parser<M> parser;
  private final Consumer<M> rules;

  private BusCodec(String topic, Parser<M> parser, Consumer<M> rules) {
    this.topic = topic;
    this.parser = parser;
    this.rules = rules;
  }

  /** The topic whose messages this codec reads. */
  public String topic() {
    return topic;
  }

  /** The message as bytes. */
  public byte[] encode(M message) {
    return message.toByteArray();
  }

  /**
   * The message of a record.
   *
   * @param payload the record's value; {@code null} is a tombstone, which these topics do not have
   * @throws UnreadableRecordException when the bytes are no such message or it breaks a rule
   */
  public M decode(byte @Nullable [] payload) throws UnreadableRecordException {
    if (payload == null) {
      throw new UnreadableRecordException(topic + " record has no value");
    }
    try {
      M message = parser.parseFrom(payload);
      rules.accept(message);
      return message;
    } catch (InvalidProtocolBufferException e) {
      throw new UnreadableRecordException(topic + " record is no message: " + e.getMessage());
    } catch (InvalidField e) {
      throw new UnreadableRecordException(topic + " record: " + e.getMessage());
    }
  }
}
