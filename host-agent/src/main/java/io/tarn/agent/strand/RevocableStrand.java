package io.tarn.agent.strand;

import java.time.Duration;

/** A strand whose steps, waiting or to come, can be called off. */
public final class RevocableStrand implements Strand {

  private final Strand strand;
  private boolean revoked;

  /** Steps run on another strand until they are called off. */
  public RevocableStrand(Strand strand) {
    this.strand = strand;
  }

  @Override
  public void execute(Runnable step) {
    strand.execute(() -> runUnlessRevoked(step));
  }

  @Override
  public void after(Duration delay, Runnable step) {
    strand.after(delay, () -> runUnlessRevoked(step));
  }

  @Override
  public long nowMillis() {
    return strand.nowMillis();
  }

  /** Calls off every step; to be called on the strand. */
  public void revoke() {
    revoked = true;
  }

  private void runUnlessRevoked(Runnable step) {
    if (!revoked) {
      step.run();
    }
  }
}
