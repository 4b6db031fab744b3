package io.tarn.agent.strand;

import org.slf4j.Logger;

/** Says once that something does not work and once that it works again. */
public final class Trouble {

  private final Logger log;
  private final String subject;
  private boolean present;

  /** Trouble with a subject, for example {@code "h1: pool manager"}. */
  public Trouble(Logger log, String subject) {
    this.log = log;
    this.subject = subject;
  }

  /** It does not work. */
  public void met(String reason) {
    if (!present) {
      log.warn("{} does not answer, trying on: {}", subject, reason);
      present = true;
    }
  }

  /** It works. */
  public void over() {
    if (present) {
      log.info("{} answers again", subject);
      present = false;
    }
  }
}
