package io.tarn.chassis.identity;

import io.tarn.chassis.problem.ProblemWriter;
import io.tarn.chassis.web.ServiceClients;
import jakarta.servlet.DispatcherType;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.web.SecurityFilterChain;
import tools.jackson.databind.json.JsonMapper;

/**
 * Puts the gate in front of a service: tokens and scopes when configured, loopback alone when not.
 */
@AutoConfiguration(
    beforeName = {
      "org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration",
      "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
      "org.springframework.boot.security.oauth2.server.resource.autoconfigure.web.OAuth2ResourceServerWebSecurityAutoConfiguration"
    })
@EnableConfigurationProperties(IdentityProperties.class)
public class IdentityAutoConfiguration {

  private static final String SCOPE = "SCOPE_";
  private static final String[] PROBES = {
    "/livez",
    "/readyz",
    "/actuator/health",
    "/actuator/health/liveness",
    "/actuator/health/readiness"
  };

  @Bean
  LoopbackGuard loopbackGuard(IdentityProperties identity, Environment environment) {
    return new LoopbackGuard(identity, environment);
  }

  @Bean
  ServiceToken serviceToken(IdentityProperties identity) {
    return new ServiceToken(identity.tokenFile());
  }

  @Bean
  ServiceClients serviceClients(ServiceToken token) {
    return new ServiceClients(token);
  }

  /** There are no users with passwords; without this bean, one would be made up and logged. */
  @Bean
  UserDetailsService noUsers() {
    return name -> {
      throw new UsernameNotFoundException(name);
    };
  }

  /** Requests are measured as a whole; measuring every filter costs more than the filters do. */
  @Bean
  SecurityObservationSettings noFilterObservations() {
    return SecurityObservationSettings.noObservations();
  }

  @Bean
  SecurityFilterChain gate(
      HttpSecurity http,
      IdentityProperties identity,
      ObjectProvider<ScopeRules> rules,
      JsonMapper json) {
    http.csrf(AbstractHttpConfigurer::disable)
        .formLogin(AbstractHttpConfigurer::disable)
        .httpBasic(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .sessionManagement(
            sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS));
    if (!identity.authenticates()) {
      return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll()).build();
    }
    ProblemGate problems = new ProblemGate(new ProblemWriter(json));
    return http.authorizeHttpRequests(
            requests -> restrict(requests, rules.getIfAvailable(ScopeRules::of)))
        .oauth2ResourceServer(
            server ->
                server
                    .jwt(jwt -> jwt.decoder(TokenDecoders.decoder(identity)))
                    .authenticationEntryPoint(problems)
                    .accessDeniedHandler(problems))
        .exceptionHandling(
            handling -> handling.authenticationEntryPoint(problems).accessDeniedHandler(problems))
        .build();
  }

  private static void restrict(
      AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry
          requests,
      ScopeRules rules) {
    // an error is told to whoever was let in, or was told why not, on the way in
    requests.dispatcherTypeMatchers(DispatcherType.ERROR).permitAll();
    requests.requestMatchers(HttpMethod.GET, PROBES).permitAll();
    for (ScopeRules.Rule rule : rules.rules()) {
      String[] scopes = rule.scopes().stream().map(SCOPE::concat).toArray(String[]::new);
      if (rule.method() == null) {
        requests.requestMatchers(rule.path()).hasAnyAuthority(scopes);
      } else {
        requests.requestMatchers(rule.method(), rule.path()).hasAnyAuthority(scopes);
      }
      if (HttpMethod.GET.equals(rule.method())) {
        // whoever may read may ask whether there is anything to read
        requests.requestMatchers(HttpMethod.HEAD, rule.path()).hasAnyAuthority(scopes);
      }
    }
    String[] readers =
        Stream.of(Scopes.READ, Scopes.ADMIN).map(SCOPE::concat).toArray(String[]::new);
    requests.requestMatchers("/actuator/**", "/v3/api-docs/**").hasAnyAuthority(readers);
    requests.anyRequest().hasAuthority(SCOPE + Scopes.ADMIN);
  }
}
