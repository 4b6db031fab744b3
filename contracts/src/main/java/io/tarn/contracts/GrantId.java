package io.tarn.contracts;

/**
 * Names one attempt to give one VM pool memory: {@code {vmId}.{attempt}}.
 *
 * @param vmId the VM, may itself contain dots
 * @param attempt 1..1,000,000; a later attempt supersedes every earlier one
 */
public record GrantId(String vmId, int attempt) {

  private static final int MOST_ATTEMPTS = 1_000_000;
  private static final String RULE = "{vmId}.{attempt}, the attempt from 1 to " + MOST_ATTEMPTS;

  /** Checks both parts. */
  public GrantId {
    Check.id("vmId", vmId);
    Check.range("attempt", attempt, 1, MOST_ATTEMPTS);
  }

  /**
   * Reads a grant id from its text.
   *
   * @throws InvalidField when the text is no grant id
   */
  public static GrantId parse(String text) {
    int dot = text.lastIndexOf('.');
    String attempt = dot < 1 ? "" : text.substring(dot + 1);
    if (!attempt.matches("[1-9][0-9]{0,6}")) {
      throw new InvalidField("grantId", Check.quoted(text), RULE);
    }
    return new GrantId(text.substring(0, dot), Integer.parseInt(attempt));
  }

  /** The text form, as used in paths and events. */
  @Override
  public String toString() {
    return vmId + "." + attempt;
  }
}
