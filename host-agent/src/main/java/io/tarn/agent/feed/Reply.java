package io.tarn.agent.feed;

/** What came of a call to the pool manager. */
public sealed interface Reply<T> {

  /** It did what was asked. */
  record Ok<T>(T body) implements Reply<T> {}

  /** It does not know the host: no port was wired yet. */
  record NotWired<T>() implements Reply<T> {}

  /**
   * It knows a newer boot of the host.
   *
   * @param detail in its words
   */
  record Superseded<T>(String detail) implements Reply<T> {}

  /**
   * It did not answer, or not in a way that settles anything.
   *
   * @param reason what happened
   */
  record Failed<T>(String reason) implements Reply<T> {}
}
