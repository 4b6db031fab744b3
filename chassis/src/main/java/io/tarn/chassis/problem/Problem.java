package io.tarn.chassis.problem;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/**
 * A refusal or failure as clients see it (RFC 9457).
 *
 * @param status HTTP status
 * @param code stable name, the end of the problem's type
 * @param detail what was wrong and what would be right
 * @param members further members, for example {@code field} and {@code accepted}
 */
public record Problem(HttpStatus status, String code, String detail, Map<String, Object> members) {

  private static final String TYPE = "urn:tarn:problem:";

  /** Copies the members, keeping their order. */
  public Problem {
    members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
  }

  /** A problem without further members. */
  public static Problem of(HttpStatus status, String code, String detail) {
    return new Problem(status, code, detail, Map.of());
  }

  /** A bad value of one field; no field, when it is the body as a whole. */
  public static Problem field(
      HttpStatus status, String code, String field, String detail, String accepted) {
    Map<String, Object> members = new LinkedHashMap<>();
    if (!field.isEmpty()) {
      members.put("field", field);
    }
    members.put("accepted", accepted);
    return new Problem(status, code, detail, members);
  }

  /** The document. */
  public ProblemDetail document() {
    ProblemDetail document = ProblemDetail.forStatusAndDetail(status, detail);
    document.setType(URI.create(TYPE + code));
    document.setTitle(code.replace('-', ' '));
    document.setProperty("code", code);
    members.forEach(document::setProperty);
    return document;
  }

  /** This problem as an exception, for the HTTP edge. */
  public ProblemException raised() {
    return new ProblemException(this);
  }
}
