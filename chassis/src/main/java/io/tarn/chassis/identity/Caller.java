package io.tarn.chassis.identity;

import io.tarn.chassis.problem.Problem;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

/** Who makes the current request. */
public final class Caller {

  /** The claim of an agent's token that names its host. */
  public static final String HOST_CLAIM = "tarn_host";

  private static final String AGENT_AUTHORITY = "SCOPE_" + Scopes.AGENT;

  private Caller() {}

  /**
   * Checks that an agent acts for its own host. Callers without a token (authentication is not
   * configured) and administrators may act for any.
   *
   * @throws io.tarn.chassis.problem.ProblemException 403 {@code forbidden} otherwise
   */
  public static void mustActFor(String hostId) {
    Authentication caller = SecurityContextHolder.getContext().getAuthentication();
    if (caller instanceof JwtAuthenticationToken token
        && isAgent(token)
        && !hostId.equals(token.getToken().getClaimAsString(HOST_CLAIM))) {
      throw Problem.of(
              HttpStatus.FORBIDDEN,
              "forbidden",
              "the token is of another host than " + hostId + " (claim " + HOST_CLAIM + ")")
          .raised();
    }
  }

  /** The subject of the current request's token; {@code anonymous} without one. */
  public static String subject() {
    Authentication caller = SecurityContextHolder.getContext().getAuthentication();
    return caller instanceof JwtAuthenticationToken token ? token.getName() : "anonymous";
  }

  private static boolean isAgent(JwtAuthenticationToken token) {
    return token.getAuthorities().stream()
        .anyMatch(authority -> AGENT_AUTHORITY.equals(authority.getAuthority()));
  }
}
