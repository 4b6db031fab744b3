package io.tarn.pool.ledger;

/** How the slices of a grant come back, by the worst that befell one of them on the way. */
public enum WayBack {
  /** Their host gave them up when it was asked. */
  CLEAN,
  /** The host could not give one up for a while: it was QUARANTINED. */
  STUCK,
  /** One was taken from its host by a fence. */
  FENCED,
  /** One was lost with its EMC. */
  LOST
}
