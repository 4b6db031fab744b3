package io.tarn.fleet.latent;

/** What runs in a VM: how it reacts to slow memory and what else it does. */
record Workload(String name, Reaction reaction, Pipeline pipeline) {

  /** A variation of it under another name. */
  Workload varied(String as, Draws draws, double strength) {
    return new Workload(
        as, reaction.varied(draws.of(1), strength), pipeline.varied(draws.of(2), strength));
  }

  /** Slowdown with all memory on the pool, a share: 0.3 needs 30 % longer. */
  double slowdown(double extraLatency) {
    return reaction.sensitivity() * extraLatency;
  }
}
