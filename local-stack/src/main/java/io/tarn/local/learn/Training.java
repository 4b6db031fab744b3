package io.tarn.local.learn;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What came of a training.
 *
 * @param state as the trainer names it
 * @param detail why it ended so; absent when there is nothing to add
 * @param pairId the pair that serves now because of it; absent when the training changed nothing
 */
public record Training(String state, @Nullable String detail, @Nullable String pairId) {

  static Training of(JsonNode view) {
    String state = view.path("state").asString("");
    return new Training(
        state,
        view.path("detail").asString(null),
        state.equals("PROMOTED") ? view.path("pairId").asString(null) : null);
  }

  /** For people. */
  public String described() {
    return pairId == null ? state + (detail == null ? "" : ": " + detail) : "serves " + pairId;
  }
}
