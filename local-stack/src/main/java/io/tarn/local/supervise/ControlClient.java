package io.tarn.local.supervise;

import io.tarn.local.home.Home;
import io.tarn.local.home.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Gives orders to a running supervisor. */
public final class ControlClient {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Control control;
  private final HttpClient http = HttpClient.newHttpClient();

  private ControlClient(Control control) {
    this.control = control;
  }

  /** A client of the supervisor that runs in a home; empty when none has left a control file. */
  public static Optional<ControlClient> of(Home home) {
    return Json.read(home.control(), Control.class).map(ControlClient::new);
  }

  /** The supervisor's pid. */
  public long pid() {
    return control.pid();
  }

  /**
   * Asks how the stack is.
   *
   * @throws IOException when the supervisor does not answer
   */
  public StatusReport status() throws IOException, InterruptedException {
    return Json.MAPPER.readValue(send("GET", "/status").body(), StatusReport.class);
  }

  /**
   * Has a service restarted.
   *
   * @return the processes concerned; none when there is no such service
   * @throws IOException when the supervisor does not answer
   */
  public List<String> restart(String service) throws IOException, InterruptedException {
    HttpResponse<String> answer = send("POST", "/restart/" + service);
    return answer.statusCode() == 200
        ? List.of(Json.MAPPER.readValue(answer.body(), String[].class))
        : List.of();
  }

  /**
   * Has the stack stopped.
   *
   * @throws IOException when the supervisor does not answer
   */
  public void stop() throws IOException, InterruptedException {
    send("POST", "/stop");
  }

  private HttpResponse<String> send(String method, String path)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + control.port() + path))
            .timeout(PATIENCE)
            .header("Authorization", "Bearer " + control.token())
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }
}
