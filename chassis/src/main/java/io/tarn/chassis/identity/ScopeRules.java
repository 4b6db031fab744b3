package io.tarn.chassis.identity;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;

/**
 * Which scopes a service asks for. The first rule that fits a request counts; a request that fits
 * none needs {@link Scopes#ADMIN}.
 *
 * @param rules in order
 */
public record ScopeRules(List<Rule> rules) {

  /** Copies the collection. */
  public ScopeRules {
    rules = List.copyOf(rules);
  }

  /** The rules in this order. */
  public static ScopeRules of(Rule... rules) {
    return new ScopeRules(List.of(rules));
  }

  /**
   * One rule.
   *
   * @param method of the request; {@code null} for any
   * @param path pattern of the request's path, for example {@code /v1/vms/**}
   * @param scopes one of these is enough
   */
  public record Rule(@Nullable HttpMethod method, String path, List<String> scopes) {

    /** Copies the collection. */
    public Rule {
      scopes = List.copyOf(scopes);
    }

    /** A rule for one method. */
    public static Rule on(HttpMethod method, String path, String... scopes) {
      return new Rule(method, path, List.of(scopes));
    }
  }
}
