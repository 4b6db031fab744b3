package io.tarn.agent.feed;

import io.tarn.contracts.pool.AckReply;
import io.tarn.contracts.pool.AckRequest;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.BootView;
import io.tarn.contracts.pool.CommandPage;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The pool manager as an agent sees it; the futures never fail. */
public interface PoolManager {

  /** Says which boot of a host is running; idempotent. */
  CompletableFuture<Reply<BootView>> reportBoot(String hostId, BootReport report);

  /**
   * Asks for the commands after a sequence.
   *
   * @param wait how long the manager may hold the answer back while there are none
   */
  CompletableFuture<Reply<CommandPage>> commands(String hostId, long after, Duration wait);

  /** Reports observations; idempotent. */
  CompletableFuture<Reply<AckReply>> acknowledge(String hostId, AckRequest request);
}
