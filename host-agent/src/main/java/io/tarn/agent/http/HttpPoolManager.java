package io.tarn.agent.http;

import io.tarn.agent.feed.PoolManager;
import io.tarn.agent.feed.Reply;
import io.tarn.contracts.pool.AckReply;
import io.tarn.contracts.pool.AckRequest;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.BootView;
import io.tarn.contracts.pool.CommandPage;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.OperationOrder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.core.JacksonException;

/**
 * The pool manager over HTTP. Of several replicas one is asked until it does not answer, or says
 * that it cannot; whoever asks again then asks the next.
 */
public final class HttpPoolManager implements PoolManager {

  private static final Duration ANSWER_TIME = Duration.ofSeconds(10);
  private static final int SERVER_ERROR = 500;
  private static final String SUPERSEDED = "boot-superseded";

  private final HttpClient client;
  private final List<URI> replicas;
  private final AtomicInteger current = new AtomicInteger();
  private final Tokens tokens;

  /**
   * @param replicas their base URIs, without a slash at the end; at least one
   * @param tokens sent as bearer
   */
  public HttpPoolManager(HttpClient client, List<URI> replicas, Tokens tokens) {
    this.client = client;
    this.replicas = List.copyOf(replicas);
    this.tokens = tokens;
  }

  @Override
  public CompletableFuture<Reply<BootView>> reportBoot(String hostId, BootReport report) {
    return call(hostId, "PUT", "/boot", Json.publisher(report), ANSWER_TIME, BootView.class);
  }

  @Override
  public CompletableFuture<Reply<CommandPage>> commands(String hostId, long after, Duration wait) {
    String path = "/commands?after=" + after + "&waitMillis=" + wait.toMillis();
    Duration timeout = wait.plus(ANSWER_TIME);
    return call(hostId, "GET", path, BodyPublishers.noBody(), timeout, CommandPage.class)
        .thenApply(HttpPoolManager::checked);
  }

  @Override
  public CompletableFuture<Reply<AckReply>> acknowledge(String hostId, AckRequest request) {
    return call(hostId, "POST", "/acks", Json.publisher(request), ANSWER_TIME, AckReply.class);
  }

  private <T> CompletableFuture<Reply<T>> call(
      String hostId,
      String method,
      String path,
      BodyPublisher body,
      Duration timeout,
      Class<T> type) {
    int asked = current.get();
    HttpRequest request;
    try {
      request = request(replicas.get(asked), hostId, method, path, body, timeout);
    } catch (IOException | IllegalArgumentException e) {
      return CompletableFuture.completedFuture(new Reply.Failed<>(String.valueOf(e.getMessage())));
    }
    return Calls.send(
        client,
        request,
        response -> {
          if (response.statusCode() >= SERVER_ERROR) {
            goOnAfter(asked);
          }
          return reply(response, type);
        },
        reason -> {
          goOnAfter(asked);
          return new Reply.Failed<>(reason);
        });
  }

  /** Has the next replica asked, unless somebody who asked this one has done so. */
  private void goOnAfter(int asked) {
    current.compareAndSet(asked, (asked + 1) % replicas.size());
  }

  private HttpRequest request(
      URI replica, String hostId, String method, String path, BodyPublisher body, Duration timeout)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(replica + "/v1/hosts/" + hostId + path))
            .timeout(timeout)
            .header("Accept", "application/json")
            .header("Content-Type", "application/json")
            .method(method, body);
    tokens.token(hostId).ifPresent(jwt -> request.header("Authorization", "Bearer " + jwt));
    return request.build();
  }

  private static <T> Reply<T> reply(HttpResponse<byte[]> response, Class<T> type) {
    int status = response.statusCode();
    if (status / 100 == 2) {
      return new Reply.Ok<>(Json.read(response.body(), type));
    }
    ProblemView problem = problem(response.body());
    if (status == 409 && SUPERSEDED.equals(problem.code())) {
      return new Reply.Superseded<>(String.valueOf(problem.detail()));
    }
    if (status == 404) {
      return new Reply.NotWired<>();
    }
    return new Reply.Failed<>("HTTP " + status + " " + problem.code() + " " + problem.detail());
  }

  private static ProblemView problem(byte[] body) {
    try {
      return Json.read(body, ProblemView.class);
    } catch (JacksonException e) {
      return new ProblemView(null, null);
    }
  }

  /** A page that lacks something is no answer; acting on half of it would lose a command. */
  private static Reply<CommandPage> checked(Reply<CommandPage> reply) {
    if (reply instanceof Reply.Ok<CommandPage> ok) {
      boolean whole = ok.body().commands().stream().allMatch(HttpPoolManager::isWhole);
      return whole
          ? reply
          : new Reply.Failed<>("a command lacks kind, pool, EMC, and slices or operation");
    }
    return reply;
  }

  private static boolean isWhole(HostCommand command) {
    OperationOrder operation = command.operation();
    boolean subject =
        operation == null
            ? !command.slices().isEmpty()
            : operation.operationId() != null && operation.request() != null;
    return subject
        && command.kind() != null
        && command.emc() != null
        && command.emc().getHost() != null
        && command.poolId() != null;
  }
}
