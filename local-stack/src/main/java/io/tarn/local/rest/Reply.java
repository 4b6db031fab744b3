package io.tarn.local.rest;

import tools.jackson.databind.JsonNode;

/**
 * An answer.
 *
 * @param status of HTTP
 * @param body JSON; a missing node when there was none
 */
public record Reply(int status, JsonNode body) {

  /** Whether the service did what was asked. */
  public boolean ok() {
    return status / 100 == 2;
  }

  /** The code of a problem document; empty when the body is none. */
  public String code() {
    return body.path("code").asString("");
  }

  /** What a problem document says, for people. */
  public String detail() {
    String detail = body.path("detail").asString("");
    return status
        + (code().isEmpty() ? "" : " " + code())
        + (detail.isEmpty() ? "" : ": " + detail);
  }
}
