package io.tarn.scheduler.ingress;

import io.tarn.contracts.Check;
import io.tarn.contracts.HistoryKeys;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.History;
import io.tarn.contracts.bus.HistoryKey;
import io.tarn.contracts.bus.ModelAnnounced;
import io.tarn.contracts.bus.UntouchedHistory;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.codec.UnreadableRecordException;
import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.contracts.feature.UntouchedPast;
import io.tarn.scheduler.prediction.Histories;
import io.tarn.scheduler.prediction.Histories.CounterKey;
import io.tarn.scheduler.prediction.Histories.PastKey;
import io.tarn.scheduler.prediction.HostClockLimit;
import io.tarn.scheduler.prediction.PairLoader;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;

/**
 * Hears what is known of the past and which pair serves. Every replica reads both topics whole,
 * from their beginning, at every start: they are compacted, and nothing of them is kept here.
 */
public class PredictionListener {

  private final Histories histories;
  private final PairLoader loader;
  private final DeadLetters deadLetters;
  private final HostClockLimit limit;

  /**
   * @param histories takes what is known of the past
   * @param loader hears which pair serves
   * @param deadLetters takes what is not believed
   * @param limit of what is believed of hosts' clocks
   */
  PredictionListener(
      Histories histories, PairLoader loader, DeadLetters deadLetters, HostClockLimit limit) {
    this.limit = limit;
    this.histories = histories;
    this.loader = loader;
    this.deadLetters = deadLetters;
  }

  /** An announcement. */
  @KafkaListener(
      id = "models",
      idIsGroup = false,
      groupId = "#{'${spring.kafka.consumer.group-id}-models-' + T(java.util.UUID).randomUUID()}",
      topics = Topics.MODELS,
      containerFactory = "stateContainers")
  public void hearModel(ConsumerRecord<String, byte[]> heard) {
    try {
      ModelAnnounced announced = BusCodec.MODELS.decode(heard.value());
      requireKey(heard, Integer.toString(announced.getScenario()));
      loader.announced(
          announced.getScenario(),
          announced.getHeader().getSequence(),
          announced.getHeader().getOccurredAtMillis(),
          announced.getPairId());
    } catch (UnreadableRecordException e) {
      deadLetters.setAside(heard, String.valueOf(e.getMessage()));
    } catch (InvalidField e) {
      deadLetters.setAside(heard, Topics.MODELS + " record: " + e.getMessage());
    }
  }

  /** A history. */
  @KafkaListener(
      id = "histories",
      idIsGroup = false,
      groupId =
          "#{'${spring.kafka.consumer.group-id}-histories-' + T(java.util.UUID).randomUUID()}",
      topics = Topics.HISTORY,
      containerFactory = "stateContainers")
  public void hearHistory(ConsumerRecord<String, byte[]> heard) {
    try {
      History history = BusCodec.HISTORY.decode(heard.value());
      requireKey(heard, HistoryKeys.of(history));
      // one from the future would count as the newest for ever, and make every other one old
      Check.range("as_of_millis", history.getAsOfMillis(), 1, limit.latestMillis());
      take(history);
    } catch (UnreadableRecordException e) {
      deadLetters.setAside(heard, String.valueOf(e.getMessage()));
    } catch (InvalidField e) {
      deadLetters.setAside(heard, Topics.HISTORY + " record: " + e.getMessage());
    }
  }

  /** Only the newest record of a key is kept: one under another key would stay beside it. */
  private static void requireKey(ConsumerRecord<String, byte[]> heard, String key) {
    if (!key.equals(heard.key())) {
      throw new InvalidField("key", Check.quoted(String.valueOf(heard.key())), Check.quoted(key));
    }
  }

  private void take(History history) {
    HistoryKey key = history.getKey();
    if (history.hasCounters()) {
      if (history.getCounters().getFeatureVersion() == CounterFeatures.VERSION) {
        histories.counters(
            new CounterKey(key.getCustomer(), key.getWorkload()),
            history.getAsOfMillis(),
            CounterFeatures.SCHEMA.vector(
                CounterFeatures.VERSION, history.getCounters().getFeaturesList()));
      }
      return;
    }
    UntouchedHistory shares = history.getUntouched();
    histories.untouched(
        new PastKey(key.getCustomer(), key.getVmType().isEmpty() ? null : key.getVmType()),
        history.getAsOfMillis(),
        new UntouchedPast(
            shares.getVms(),
            shares.getP05(),
            shares.getP25(),
            shares.getP50(),
            shares.getP75(),
            0));
  }
}
