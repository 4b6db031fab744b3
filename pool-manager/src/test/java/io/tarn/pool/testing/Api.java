package io.tarn.pool.testing;

import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantView;
import io.tarn.contracts.pool.PoolView;
import io.tarn.contracts.pool.SlicePage;
import io.tarn.contracts.pool.SliceView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The pool manager's REST API as a client sees it. */
public final class Api {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final JsonMapper json = new JsonMapper();
  private final URI base;
  private final @Nullable String token;

  /**
   * @param base of the service
   */
  public Api(URI base) {
    this(base, null);
  }

  /**
   * @param base of the service
   * @param token sent as bearer, if any
   */
  public Api(URI base, @Nullable String token) {
    this.base = base;
    this.token = token;
  }

  /** Where the service answers. */
  public URI base() {
    return base;
  }

  /** The same service with a token. */
  public Api with(String bearer) {
    return new Api(base, bearer);
  }

  /** Calls with a body that is written as it is when it is text, as JSON otherwise. */
  public Answer call(String method, String path, @Nullable Object body) {
    HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    if (body == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      String text = body instanceof String raw ? raw : json.writeValueAsString(body);
      request
          .header("Content-Type", "application/json")
          .method(method, BodyPublishers.ofString(text));
    }
    return send(request.build());
  }

  private Answer send(HttpRequest request) {
    try {
      HttpResponse<String> response;
      try {
        response = HTTP.send(request, BodyHandlers.ofString());
      } catch (ConnectException e) {
        throw e;
      } catch (IOException e) {
        // an idle connection was closed while it was used again; every call may be repeated
        response = HTTP.send(request, BodyHandlers.ofString());
      }
      return new Answer(response.statusCode(), response.body(), json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** PUT. */
  public Answer put(String path, Object body) {
    return call("PUT", path, body);
  }

  /** GET. */
  public Answer get(String path) {
    return call("GET", path, null);
  }

  /** Asks for a grant. */
  public Answer grant(String grantId, String hostId, String poolId, int sizeGiB) {
    return put("/v1/grants/" + grantId, new GrantRequest(hostId, poolId, sizeGiB));
  }

  /** Asks a grant back. */
  public Answer withdraw(String grantId) {
    return call("DELETE", "/v1/grants/" + grantId, null);
  }

  /** A grant as it stands. */
  public GrantView grant(String grantId) {
    return get("/v1/grants/" + grantId).as(GrantView.class);
  }

  /** A pool as it stands. */
  public PoolView pool(String poolId) {
    return get("/v1/pools/" + poolId).as(PoolView.class);
  }

  /** Slices of a pool. */
  public List<SliceView> slices(String poolId) {
    return get("/v1/pools/" + poolId + "/slices?limit=1000").as(SlicePage.class).items();
  }

  /**
   * An answer.
   *
   * @param status HTTP status
   * @param body as it was sent
   */
  public record Answer(int status, String body, JsonMapper json) {

    /** The body as a value. */
    public <T> T as(Class<T> type) {
      if (status >= 300) {
        throw new IllegalStateException(status + " " + body);
      }
      return json.readValue(body, type);
    }

    /** The body as a tree. */
    public JsonNode tree() {
      return json.readTree(body);
    }

    /** The problem's code. */
    public String code() {
      return tree().path("code").asString("");
    }
  }
}
