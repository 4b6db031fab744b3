package io.tarn.telemetry.app;

import static org.springframework.http.HttpMethod.GET;

import io.tarn.chassis.identity.ScopeRules;
import io.tarn.chassis.identity.ScopeRules.Rule;
import io.tarn.chassis.identity.Scopes;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Who may do what over REST. */
@Configuration(proxyBeanMethods = false)
class EdgeConfiguration {

  @Bean
  ScopeRules scopeRules() {
    return ScopeRules.of(Rule.on(GET, "/v1/**", Scopes.READ, Scopes.ADMIN));
  }
}
