package io.tarn.scheduler.egress;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.GrantView;
import io.tarn.scheduler.saga.GrantReply;
import io.tarn.scheduler.saga.PoolManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Grants over the pool manager's REST API. Whatever is no clear answer counts as none. */
public final class HttpPoolManager implements PoolManager {

  private static final Logger LOG = LoggerFactory.getLogger(HttpPoolManager.class);
  private static final String GRANT = "/v1/grants/{grantId}";

  private final RestClient client;
  private final JsonMapper json;

  /**
   * @param client at the pool manager, with bounds on every call
   * @param json reads answers
   */
  public HttpPoolManager(RestClient client, JsonMapper json) {
    this.client = client;
    this.json = json;
  }

  @Override
  public GrantReply grant(GrantId grant, GrantRequest request) {
    try {
      return client
          .put()
          .uri(GRANT, grant)
          .contentType(MediaType.APPLICATION_JSON)
          .body(request)
          .exchangeForRequiredValue((sent, answer) -> reply(grant, answer));
    } catch (RestClientException | JacksonException | UncheckedIOException e) {
      LOG.warn("no answer to the grant {}: {}", grant, String.valueOf(e.getMessage()));
      return new GrantReply.Unanswered("no answer");
    }
  }

  @Override
  public boolean withdraw(GrantId grant) {
    try {
      return client
          .delete()
          .uri(GRANT, grant)
          .exchangeForRequiredValue((sent, answer) -> answer.getStatusCode().is2xxSuccessful());
    } catch (RestClientException | UncheckedIOException e) {
      LOG.warn("no answer to the end of {}: {}", grant, String.valueOf(e.getMessage()));
      return false;
    }
  }

  @Override
  public Optional<GrantState> look(GrantId grant) {
    try {
      return client
          .get()
          .uri(GRANT, grant)
          .exchangeForRequiredValue((sent, answer) -> state(grant, answer));
    } catch (RestClientException | JacksonException | UncheckedIOException e) {
      LOG.debug("no answer to a look at {}: {}", grant, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private Optional<GrantState> state(GrantId grant, ClientHttpResponse answer) throws IOException {
    if (answer.getStatusCode().is2xxSuccessful()) {
      return Optional.of(json.readValue(answer.getBody(), GrantView.class).state());
    }
    if (answer.getStatusCode().is4xxClientError()) {
      LOG.warn("a look at {} was answered {}", grant, answer.getStatusCode().value());
    }
    return Optional.empty();
  }

  private GrantReply reply(GrantId grant, ClientHttpResponse answer) throws IOException {
    int status = answer.getStatusCode().value();
    if (answer.getStatusCode().is2xxSuccessful()) {
      return json.readValue(answer.getBody(), GrantView.class).state().live()
          ? new GrantReply.Granted()
          : new GrantReply.AttemptSpent("grant-not-live");
    }
    if (status >= 500) {
      return new GrantReply.Unanswered("status " + status);
    }
    JsonNode problem = json.readTree(answer.getBody());
    String code = problem.path("code").asString("");
    LOG.debug("the grant {} was refused: {} {}", grant, status, code);
    return switch (code) {
      case "pool-exhausted" -> new GrantReply.PoolExhausted(problem.path("free").asInt(0));
      case "host-not-poolable" -> new GrantReply.HostNotPoolable();
      case "attempt-superseded", "grant-withdrawn", "grant-differs" ->
          new GrantReply.AttemptSpent(code);
      case "pool-failed" -> new GrantReply.PoolUnusable(code);
      case "not-found" -> new GrantReply.PoolUnusable("pool-unknown");
      default -> {
        LOG.warn("the pool manager does not serve this scheduler: {} {}", status, code);
        yield new GrantReply.Unanswered("status " + status + " " + code);
      }
    };
  }
}
