package io.tarn.scheduler.saga;

/** What the pool manager answered when it was asked for a grant. */
public sealed interface GrantReply {

  /** The grant is committed. */
  record Granted() implements GrantReply {}

  /**
   * The pool has too little.
   *
   * @param freeGiB what it has
   */
  record PoolExhausted(int freeGiB) implements GrantReply {}

  /**
   * The pool cannot serve, for another reason than its size.
   *
   * @param code the problem's code
   */
  record PoolUnusable(String code) implements GrantReply {}

  /** The host cannot get pool memory now. */
  record HostNotPoolable() implements GrantReply {}

  /**
   * This attempt can never be granted: it was withdrawn, a newer one is known, or its name was used
   * otherwise. If someone else has moved the VM on, its row will say so.
   *
   * @param code the problem's code
   */
  record AttemptSpent(String code) implements GrantReply {}

  /**
   * No answer in time, or none that says anything: the grant may be committed or not.
   *
   * @param why for the decision's record
   */
  record Unanswered(String why) implements GrantReply {}
}
