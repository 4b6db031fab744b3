package io.tarn.agent.kernel;

import io.tarn.contracts.InvalidField;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an option says as {@code MIN-MAX}.
 *
 * @param least from 0
 * @param most from {@code least}
 */
record Span(int least, int most) {

  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})-([0-9]{1,9})");

  /**
   * Reads an option.
   *
   * @param option its name, as the user types it without the dashes
   * @param limit of both
   * @throws InvalidField when the text is no such span
   */
  static Span parse(String option, String text, int limit) {
    Matcher form = FORM.matcher(text);
    if (form.matches()) {
      Span span = new Span(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)));
      if (span.least <= span.most && span.most <= limit) {
        return span;
      }
    }
    throw new InvalidField(
        option, '"' + text + '"', "MIN-MAX, both 0.." + limit + " and MIN not above MAX");
  }
}
