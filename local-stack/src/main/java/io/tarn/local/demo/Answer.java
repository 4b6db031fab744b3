package io.tarn.local.demo;

/** What became of a request for a VM. */
sealed interface Answer {

  /** The VM was accepted. */
  record Placed(int poolGiB) implements Answer {}

  /** No host takes it. */
  record Refused(String reason) implements Answer {}

  /** Something that the API does not promise. */
  record Undocumented(String what) implements Answer {}
}
