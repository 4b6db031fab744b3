package io.tarn.cot.egress;

import io.tarn.contracts.bus.FrontEndEpoch;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.cot.frontend.EpochSink;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends epochs to {@code tarn.cot.epochs}, keyed by front end, in order. A thread of its own waits
 * for the broker, for as long as it takes; a front end waits only once 10,000 epochs are queued.
 */
public final class KafkaEpochSink implements EpochSink {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaEpochSink.class);
  private static final int QUEUED = 10_000;

  private final Producer<String, byte[]> producer;
  private final BlockingQueue<FrontEndEpoch> queue = new ArrayBlockingQueue<>(QUEUED);
  private final Tally tally = new Tally();
  private final Thread sender;

  private KafkaEpochSink(Producer<String, byte[]> producer) {
    this.producer = producer;
    this.sender = new Thread(this::sendQueued, "epochs");
  }

  /**
   * A sink with a producer to a broker, which need not answer yet: zstd, idempotent, {@code
   * acks=all}, retried without end, where the settings do not say otherwise.
   *
   * @param settings bootstrap servers and what else the cluster asks for
   * @throws KafkaException when they are refused
   */
  public static KafkaEpochSink to(Map<String, Object> settings, String frontEndId) {
    Map<String, Object> all = new HashMap<>();
    all.put(ProducerConfig.CLIENT_ID_CONFIG, "cot-" + frontEndId);
    all.put(ProducerConfig.ACKS_CONFIG, "all");
    all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    all.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd");
    all.put(ProducerConfig.LINGER_MS_CONFIG, 20);
    all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, Long.MAX_VALUE);
    all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
    all.putAll(settings);
    return start(new KafkaProducer<>(all, new StringSerializer(), new ByteArraySerializer()));
  }

  /** A sink on a producer, which it closes. */
  static KafkaEpochSink start(Producer<String, byte[]> producer) {
    KafkaEpochSink sink = new KafkaEpochSink(producer);
    sink.sender.setDaemon(true);
    sink.sender.start();
    return sink;
  }

  @Override
  public void send(FrontEndEpoch epoch) {
    try {
      queue.put(epoch);
      tally.taken();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      tally.taken();
      tally.ended(e);
    }
  }

  @Override
  public long acknowledged() {
    return tally.acknowledged();
  }

  @Override
  public boolean drain(Duration patience) {
    try {
      return tally.await(patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    sender.interrupt();
    producer.close(Duration.ZERO);
  }

  private void sendQueued() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        send(producer, queue.take());
      }
    } catch (InterruptedException | InterruptException e) {
      LOG.debug("no more epochs are sent");
    } catch (IllegalStateException e) {
      LOG.debug("the producer was closed", e);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback tells
  private void send(Producer<String, byte[]> to, FrontEndEpoch epoch) {
    try {
      to.send(
          new ProducerRecord<>(
              BusCodec.COT_EPOCHS.topic(),
              epoch.getFrontEndId(),
              BusCodec.COT_EPOCHS.encode(epoch)),
          (metadata, failure) -> ended(epoch, failure));
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      ended(epoch, e);
    }
  }

  private void ended(FrontEndEpoch epoch, @Nullable Exception failure) {
    if (failure != null) {
      LOG.warn("epoch {} did not get onto the bus: {}", epoch.getEpoch(), failure.toString());
    }
    tally.ended(failure);
  }
}
