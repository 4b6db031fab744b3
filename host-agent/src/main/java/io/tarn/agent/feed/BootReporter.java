package io.tarn.agent.feed;

import io.tarn.agent.strand.Backoff;
import io.tarn.agent.strand.Strand;
import io.tarn.agent.strand.Trouble;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.BootView;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports a boot until the manager accepts it. */
public final class BootReporter {

  private static final Logger LOG = LoggerFactory.getLogger(BootReporter.class);

  private final String hostId;
  private final BootReport report;
  private final Strand strand;
  private final PoolManager manager;
  private final Backoff backoff;
  private final Trouble trouble;
  private final Runnable accepted;
  private final Consumer<String> superseded;

  /**
   * @param accepted told when the manager believes in this boot
   * @param superseded told when it knows a newer one
   */
  public BootReporter(
      String hostId,
      BootReport report,
      Strand strand,
      PoolManager manager,
      Backoff backoff,
      Runnable accepted,
      Consumer<String> superseded) {
    this.hostId = hostId;
    this.report = report;
    this.strand = strand;
    this.manager = manager;
    this.backoff = backoff;
    this.trouble = new Trouble(LOG, hostId + ": pool manager (boot)");
    this.accepted = accepted;
    this.superseded = superseded;
  }

  /** Reports, again and again if need be. */
  public void report() {
    strand.on(manager.reportBoot(hostId, report), this::answered);
  }

  private void answered(Reply<BootView> reply) {
    if (reply instanceof Reply.Ok<BootView> ok) {
      trouble.over();
      backoff.reset();
      say(ok.body());
      accepted.run();
    } else if (reply instanceof Reply.Superseded<BootView> newer) {
      superseded.accept(newer.detail());
    } else {
      if (reply instanceof Reply.Failed<BootView> failed) {
        trouble.met(failed.reason());
      } else {
        LOG.debug("{}: not wired to a pool yet", hostId);
      }
      strand.after(backoff.next(), this::report);
    }
  }

  private void say(BootView view) {
    if (view.poolable()) {
      LOG.info("{}: boot {} accepted", hostId, view.bootId());
    } else {
      LOG.warn("{}: gets no pool memory: {}", hostId, view.refusal());
    }
  }
}
