package io.tarn.chassis.outbox;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The waiting rows, for the relay. */
interface OutboxStore {

  /**
   * Hands the oldest waiting rows to a publisher while no other relay of the schema works, then
   * forgets those that are on the bus and sets aside those that never will be.
   *
   * @param most rows to hand over at the most
   * @param resting topics whose rows are left alone
   * @param publisher sends the rows; called at most once
   * @return what the publisher said, once it is committed; nothing when there were no rows or
   *     another relay is at work
   */
  Delivery drain(int most, Set<String> resting, Function<List<OutboxRow>, Delivery> publisher);

  /** Rows that wait. */
  long waiting();

  /** How long the oldest row has been waiting; zero when none is. */
  Duration age();
}
