package io.tarn.chassis.outbox;

import java.util.List;
import java.util.function.Function;

/** The waiting rows, for the relay. */
interface OutboxStore {

  /**
   * Hands the oldest waiting rows to a publisher while no other relay of the schema works, then
   * forgets those that are on the bus and sets aside those that never will be.
   *
   * @param most rows to hand over at the most
   * @param publisher sends the rows; called at most once
   * @return how many rows left the outbox; 0 when there were none or another relay is at work
   */
  int drain(int most, Function<List<OutboxRow>, Delivery> publisher);

  /** Rows that wait. */
  long waiting();
}
