package io.tarn.scheduler.app;

import static org.springframework.http.HttpMethod.DELETE;
import static org.springframework.http.HttpMethod.GET;
import static org.springframework.http.HttpMethod.POST;

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
    return ScopeRules.of(
        Rule.on(GET, "/v1/**", Scopes.READ, Scopes.PLACE, Scopes.ADMIN),
        Rule.on(POST, "/v1/vms/**", Scopes.PLACE, Scopes.ADMIN),
        Rule.on(DELETE, "/v1/vms/**", Scopes.PLACE, Scopes.ADMIN));
  }
}
