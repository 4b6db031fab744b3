package io.tarn.emulator.table;

/**
 * What the controller makes of a request: the update to persist and the reply to give after it.
 *
 * @param before the table that was judged
 * @param update what changes
 * @param reply what the client is told once the update is durable
 */
record Decision<R>(Table before, TableUpdate update, R reply) {

  boolean changesNothing() {
    return update.entries().isEmpty() && update.highestEpoch() == before.highestEpoch();
  }
}
