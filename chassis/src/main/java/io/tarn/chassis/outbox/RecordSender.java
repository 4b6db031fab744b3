package io.tarn.chassis.outbox;

import java.util.concurrent.CompletableFuture;

/** Puts one record on the bus. */
interface RecordSender {

  /**
   * Sends a record.
   *
   * @return completes when the bus has it durably; fails with {@link RecordRefusedException} when
   *     the bus will never take it, with anything else when it may take it later
   */
  CompletableFuture<Void> send(OutboxRow row);
}
