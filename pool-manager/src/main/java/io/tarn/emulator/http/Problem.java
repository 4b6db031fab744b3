package io.tarn.emulator.http;

import org.jspecify.annotations.Nullable;

/**
 * A refusal as an RFC 9457 problem document.
 *
 * @param type {@code urn:tarn:problem:} and the code
 * @param title the code in words
 * @param status the HTTP status
 * @param detail what is wrong with this request
 * @param instance the path of the request
 * @param code stable, for programs
 * @param field the offending field, if one is
 * @param accepted what the field accepts, if one is offending
 */
record Problem(
    String type,
    String title,
    int status,
    String detail,
    @Nullable String instance,
    String code,
    @Nullable String field,
    @Nullable String accepted) {

  static Problem of(int status, String code, String detail) {
    return of(status, code, detail, null, null);
  }

  static Problem invalid(String field, String detail, String accepted) {
    return of(400, "invalid-request", detail, field, accepted);
  }

  private static Problem of(
      int status, String code, String detail, @Nullable String field, @Nullable String accepted) {
    String title = code.replace('-', ' ');
    return new Problem(
        "urn:tarn:problem:" + code, title, status, detail, null, code, field, accepted);
  }

  Problem at(String path) {
    return new Problem(type, title, status, detail, path, code, field, accepted);
  }
}
