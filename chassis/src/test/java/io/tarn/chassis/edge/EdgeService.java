package io.tarn.chassis.edge;

import io.tarn.chassis.idempotency.Idempotency;
import io.tarn.chassis.idempotency.KeyReusedException;
import io.tarn.chassis.idempotency.RequestHash;
import io.tarn.chassis.idempotency.StoredAnswer;
import io.tarn.chassis.identity.Caller;
import io.tarn.chassis.identity.ScopeRules;
import io.tarn.chassis.identity.ScopeRules.Rule;
import io.tarn.chassis.identity.Scopes;
import io.tarn.chassis.problem.Problem;
import io.tarn.chassis.web.PageRequest;
import io.tarn.contracts.Check;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.server.ResponseStatusException;

/** A service with one controller, on the chassis alone. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(EdgeService.Things.class)
class EdgeService {

  @Bean
  ScopeRules scopes() {
    return ScopeRules.of(
        Rule.on(HttpMethod.GET, "/v1/things/**", Scopes.READ, Scopes.ADMIN),
        Rule.on(HttpMethod.POST, "/v1/things", Scopes.PLACE),
        Rule.on(HttpMethod.GET, "/v1/hosts/*/commands", Scopes.AGENT, Scopes.ADMIN));
  }

  /** Colours of things. */
  enum Colour {
    RED,
    BLUE
  }

  /** A part of a thing. */
  record Part(@Min(1) @Max(9) int size) {
    Part {
      Check.range("size", size, 1, 9);
    }
  }

  /** A thing as a client writes it. */
  record Thing(
      @Min(1) @Max(1024) int vcpus,
      long memoryMiB,
      String name,
      @Nullable Colour colour,
      @Nullable Boolean used,
      @Nullable URI place,
      @Nullable List<Part> parts) {
    Thing {
      Check.range("vcpus", vcpus, 1, 1024);
      Check.id("name", name);
      parts = parts == null ? List.of() : Check.items("parts", parts);
    }
  }

  @RestController
  static class Things {

    private final JdbcClient jdbc;
    private final Idempotency answers;
    private final TransactionTemplate transactions;

    Things(JdbcClient jdbc, Idempotency answers, TransactionTemplate transactions) {
      this.jdbc = jdbc;
      this.answers = answers;
      this.transactions = transactions;
    }

    @PostMapping("/v1/things")
    Thing make(@RequestBody Thing thing) {
      return thing;
    }

    @PostMapping("/v1/raw")
    int raw(@RequestBody byte[] bytes) {
      return bytes.length;
    }

    @GetMapping("/v1/things")
    Map<String, Object> list(
        @RequestParam @Nullable String cursor,
        @RequestParam @Min(1) @Max(PageRequest.MOST) @Nullable Integer limit) {
      PageRequest page = PageRequest.of(cursor, limit);
      return Map.of("after", page.after(), "limit", page.limit());
    }

    @GetMapping("/v1/things/{number}")
    int one(@PathVariable int number) {
      return number;
    }

    @GetMapping("/v1/things/rows")
    long rows() {
      return jdbc.sql("select count(*) from host").query(Long.class).single();
    }

    @GetMapping("/v1/things/begin")
    long begin() {
      return transactions.execute(status -> rows());
    }

    @GetMapping("/v1/things/bug")
    String bug() {
      throw new IllegalStateException("a secret of the inside");
    }

    @GetMapping("/v1/things/refused")
    String refused() {
      throw new Problem(
              HttpStatus.CONFLICT, "no-fit", "nowhere", Map.of("asked", 9, "reasons", List.of("x")))
          .raised();
    }

    @GetMapping("/v1/things/gone")
    String gone() {
      throw new ResponseStatusException(HttpStatus.GONE, "it has left");
    }

    @GetMapping("/v1/things/neighbour")
    @Nullable String neighbour() {
      return RestClient.create("http://127.0.0.1:1").get().retrieve().body(String.class);
    }

    @GetMapping("/v1/things/reused")
    String reused() {
      throw new KeyReusedException("things", "k");
    }

    @PutMapping("/v1/answers/{key}")
    String answer(@PathVariable String key, @RequestParam String text) {
      transactions.executeWithoutResult(
          status -> answers.store("edge", key, RequestHash.of("x"), new StoredAnswer(202, text)));
      return text;
    }

    @GetMapping("/v1/hosts/{hostId}/commands")
    CompletableFuture<String> commands(@PathVariable String hostId) {
      Caller.mustActFor(hostId);
      String subject = Caller.subject();
      return CompletableFuture.supplyAsync(
          () -> subject + " for " + hostId,
          CompletableFuture.delayedExecutor(
              Duration.ofMillis(50).toMillis(), TimeUnit.MILLISECONDS));
    }
  }
}
