package io.tarn.emulator.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.emc.GenerationFloor;
import io.tarn.contracts.emc.GenerationReply;
import io.tarn.contracts.emc.GenerationRequest;
import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.OwnerChangeReply;
import io.tarn.contracts.emc.OwnerChangeReply.Outcome;
import io.tarn.contracts.emc.OwnerChangeRequest;
import io.tarn.contracts.emc.ScrubReply;
import io.tarn.contracts.emc.ScrubRequest;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.emulator.fault.FaultSettings;
import io.tarn.emulator.journal.DeviceDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EmulatorServerTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpClient client = HttpClient.newHttpClient();
  @TempDir private Path directory;
  private final AtomicInteger deaths = new AtomicInteger();
  private DeviceDirectory devices;
  private EmulatorServer server;

  @BeforeEach
  void start() throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("broken.emc"), "x");
    devices = DeviceDirectory.open(directory);
    devices.plugIn("p1", 8);
    server =
        EmulatorServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            devices,
            new FaultSettings(true, deaths::incrementAndGet));
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    devices.close();
  }

  @Test
  void plugIn_twice_isOneDeviceAndOtherCapacityIsRefused() throws Exception {
    assertThat(send("PUT", "/v1/emcs/p2?capacityGiB=4", "").statusCode()).isEqualTo(201);
    assertThat(send("PUT", "/v1/emcs/p2?capacityGiB=4", "").statusCode()).isEqualTo(200);
    HttpResponse<String> other = send("PUT", "/v1/emcs/p2?capacityGiB=5", "");
    assertThat(other.statusCode()).isEqualTo(409);
    assertThat(other.body()).contains("\"code\":\"emc-capacity-fixed\"").contains("4 GiB");
  }

  @Test
  void owners_changeReadBackAndScrub_goTheWholeWay() throws Exception {
    OwnerChangeReply set = change(new OwnerChange(2, null, 0, 9, 3));
    assertThat(set.results())
        .containsExactly(new OwnerChangeReply.Result(Outcome.CHANGED, new TableEntry(2, 9, 1)));
    assertThat(read("/v1/emcs/p1/slices/2", TableEntry.class)).isEqualTo(new TableEntry(2, 9, 1));
    change(new OwnerChange(2, 9, 1, null, 3));
    TableView table = read("/v1/emcs/p1/table", TableView.class);
    assertThat(table.highestEpoch()).isEqualTo(3);
    assertThat(table.capacityGiB()).isEqualTo(8);
    assertThat(table.entries()).hasSize(8).contains(new TableEntry(2, null, 2));
    assertThat(read("/v1/emcs/p1/table?slices=7,2", TableView.class))
        .isEqualTo(
            new TableView(
                table.deviceId(),
                8,
                3,
                List.of(new TableEntry(2, null, 2), new TableEntry(7, null, 0))));

    assertThat(send("GET", "/v1/emcs/p1/dirty", "").body())
        .isEqualTo("{\"slices\":[{\"slice\":2,\"sinceGeneration\":1}]}");
    assertThat(send("GET", "/v1/emcs/p1/dirty?slices=1,3", "").body()).isEqualTo("{\"slices\":[]}");
    ScrubRequest scrub = new ScrubRequest(3, List.of(new TableEntry(2, null, 2)));
    HttpResponse<String> scrubbed =
        send("POST", "/v1/emcs/p1/scrub", JSON.writeValueAsString(scrub));
    assertThat(JSON.readValue(scrubbed.body(), ScrubReply.class).scrubbed()).containsExactly(2);
    assertThat(send("GET", "/v1/emcs/p1/dirty", "").body()).isEqualTo("{\"slices\":[]}");

    GenerationRequest raise = new GenerationRequest(4, List.of(new GenerationFloor(3, 9)));
    HttpResponse<String> raised =
        send("POST", "/v1/emcs/p1/generations", JSON.writeValueAsString(raise));
    assertThat(JSON.readValue(raised.body(), GenerationReply.class).entries())
        .containsExactly(new TableEntry(3, null, 9));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          GET  | /v1/emcs/p1/table       |
          GET  | /v1/emcs/p1/slices/2    |
          GET  | /v1/emcs/p1/dirty       |
          POST | /v1/emcs/p1/owners      | {"changes":[{"slice":2,"expectedGeneration":0,"newOwner":9,"epoch":3}]}
          POST | /v1/emcs/p1/scrub       | {"epoch":3,"entries":[{"slice":2,"generation":0}]}
          POST | /v1/emcs/p1/generations | {"epoch":3,"floors":[{"slice":2,"atLeast":7}]}
          """)
  void call_isForTheDeviceThatItNamesOnly(String method, String path, String body)
      throws Exception {
    TableView before = read("/v1/emcs/p1/table", TableView.class);
    String order = "{\"faults\":[{\"kind\":\"REFUSE\"}]}";
    assertThat(send("PUT", "/v1/emcs/p1/faults", order).statusCode()).isEqualTo(200);
    String text = body == null ? "" : body;
    UUID another = UUID.randomUUID();
    HttpResponse<String> refused = send(method, path, text, another.toString());
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(JSON.readTree(refused.body()).path("code").asString()).isEqualTo("another-device");
    assertThat(JSON.readTree(refused.body()).path("detail").asString())
        .isEqualTo(
            "this is device " + before.deviceId() + ", the call is meant for device " + another);
    // the fault is still to come: the device did not see the call
    assertThat(send(method, path, text).statusCode()).isEqualTo(503);
    assertThat(read("/v1/emcs/p1/table", TableView.class)).isEqualTo(before);
    assertThat(send(method, path, text, before.deviceId().toString()).statusCode()).isEqualTo(200);
    HttpResponse<String> unclear = send(method, path, text, "p1");
    assertThat(unclear.statusCode()).isEqualTo(400);
    assertThat(JSON.readTree(unclear.body()).path("field").asString()).isEqualTo("Tarn-Device");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET    | /v1/emcs/nope/table            |     | 404 | not-found
          GET    | /v1/emcs/p1/slices/8           |     | 404 | not-found
          GET    | /v1/emcs/p1/slices/-1          |     | 404 | not-found
          GET    | /v1/emcs/p1/slices/99999999999 |     | 404 | not-found
          GET    | /v1/emcs/p1/nope               |     | 404 | not-found
          GET    | /nope                          |     | 404 | not-found
          DELETE | /v1/emcs/p1/table              |     | 405 | method-not-allowed
          GET    | /v1/emcs/p1                    |     | 405 | method-not-allowed
          GET    | /v1/emcs/broken/table          |     | 503 | emc-damaged
          PUT    | /v1/emcs/broken?capacityGiB=1  |     | 503 | emc-damaged
          """)
  void request_thatCannotBeServed_isAProblem(
      String method, String path, String body, int status, String code) throws Exception {
    HttpResponse<String> response = send(method, path, body == null ? "" : body);
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(response.body()).contains("\"type\":\"urn:tarn:problem:" + code + "\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          PUT  | /v1/emcs/p3                        | | capacityGiB | 1..1024
          PUT  | /v1/emcs/p3?capacityGiB=0          | | capacityGiB | 1..1024
          PUT  | /v1/emcs/p3?capacityGiB=1025       | | capacityGiB | 1..1024
          PUT  | /v1/emcs/p3?capacityGiB=many       | | capacityGiB | 1..1024
          PUT  | /v1/emcs/p3?capacity=4             | | capacity    | one of [capacityGiB]
          PUT  | /v1/emcs/-p3?capacityGiB=4         | | poolId      | 1 to 63 letters, digits, '.', '_' or '-', the first a letter or digit
          GET  | /v1/emcs/p1/table?x=1              | | x           | one of [slices]
          GET  | /v1/emcs/p1/table?slices=8         | | slices      | 0..7
          GET  | /v1/emcs/p1/table?slices=          | | slices      | 0..7
          GET  | /v1/emcs/p1/dirty?slices=1,,2      | | slices      | 0..7
          GET  | /v1/emcs/p1/dirty?slices=1,-2      | | slices      | 0..7
          POST | /v1/emcs/p1/owners | {              | body        | a JSON object
          POST | /v1/emcs/p1/owners | null           | body        | a JSON object
          POST | /v1/emcs/p1/owners | {}             | changes     | a list of values
          POST | /v1/emcs/p1/owners | {"changes":[],"x":1} | x     | one of [changes]
          POST | /v1/emcs/p1/owners | {"changes":[{"slice":8,"expectedGeneration":0,"newOwner":1,"epoch":1}]}  | changes[0].slice    | 0..7
          POST | /v1/emcs/p1/owners | {"changes":[{"slice":-1,"expectedGeneration":0,"newOwner":1,"epoch":1}]} | changes[0].slice    | 0..1023
          POST | /v1/emcs/p1/owners | {"changes":[{"slice":1,"expectedGeneration":0,"newOwner":64,"epoch":1}]} | changes[0].newOwner | 0..63
          POST | /v1/emcs/p1/owners | {"changes":[{"slice":1,"expectedGeneration":0,"newOwner":1,"epoch":0}]}  | changes[0].epoch    | 1..9223372036854775807
          POST | /v1/emcs/p1/owners | {"changes":[{"slice":1,"expectedGeneration":0,"newOwner":"1","epoch":1}]} | changes[0].newOwner | a value of its type
          POST | /v1/emcs/p1/owners | {"changes":[{"slice":1,"newOwner":1,"epoch":1}]} | changes[0].expectedGeneration | a value of its type
          PUT  | /v1/emcs/p1/faults | {"faults":[{"kind":"SLEEPY"}]} | faults[0].kind | a value of its type
          PUT  | /v1/emcs/p1/faults | {"faults":[{"kind":"SLOW","millis":0}]} | faults[0].millis | 1..600000
          PUT  | /v1/emcs/p1/faults | {"faults":[{"kind":"IDLE","millis":5}]} | faults[0].millis | only with SLOW
          PUT  | /v1/emcs/p1/faults | {"faults":[{"kind":"IDLE","calls":["READ"]}]} | faults[0].calls | some of [CHANGE, SCRUB]
          PUT  | /v1/emcs/p1/faults | {"faults":[{"kind":"OLDER","updates":65}]} | faults[0].updates | 1..64
          PUT  | /v1/emcs/p1/faults?x=1 | {"faults":[]} | x | one of []
          POST | /v1/emcs/p1/scrub  | {"entries":[]} | epoch       | a value of its type
          POST | /v1/emcs/p1/generations | {"epoch":1,"floors":[{"slice":8,"atLeast":1}]} | floors[0].slice   | 0..7
          POST | /v1/emcs/p1/generations | {"epoch":1,"floors":[{"slice":1,"atLeast":0}]} | floors[0].atLeast | 1..9223372036854775806
          """)
  void request_withBadInput_namesFieldAndRange(
      String method, String path, String body, String field, String accepted) throws Exception {
    HttpResponse<String> response = send(method, path, body == null ? "" : body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(JSON.readTree(response.body()).path("field").asString()).isEqualTo(field);
    assertThat(JSON.readTree(response.body()).path("accepted").asString()).isEqualTo(accepted);
  }

  @Test
  void request_tooLarge_isRefused() throws Exception {
    String large = " ".repeat(Request.MOST_BODY_BYTES + 1);
    assertThat(send("POST", "/v1/emcs/p1/owners", large).statusCode()).isEqualTo(413);
  }

  @Test
  void faults_befallWhatTheyNameAndTellHowFarTheyCame() throws Exception {
    HttpResponse<String> ordered =
        send(
            "PUT",
            "/v1/emcs/p1/faults",
            "{\"faults\":[{\"kind\":\"REFUSE\",\"calls\":[\"READ\"],\"skip\":1,\"times\":2},"
                + "{\"kind\":\"DIE_AFTER\",\"calls\":[\"CHANGE\"]}]}");
    assertThat(ordered.statusCode()).as(ordered.body()).isEqualTo(200);

    assertThat(send("GET", "/v1/emcs/p1/table", "").statusCode()).isEqualTo(200);
    HttpResponse<String> refused = send("GET", "/v1/emcs/p1/table", "");
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.body()).contains("emc-unavailable").contains("by order");
    assertThat(send("GET", "/v1/emcs/p1/slices/1", "").statusCode()).isEqualTo(503);
    assertThat(send("GET", "/v1/emcs/p1/slices/1", "").statusCode()).isEqualTo(200);
    String change = JSON.writeValueAsString(changes(new OwnerChange(1, null, 0, 9, 3)));
    assertThat(send("POST", "/v1/emcs/p1/owners", change).statusCode()).isEqualTo(503);
    assertThat(deaths).hasValue(1);
    assertThat(read("/v1/emcs/p1/slices/1", TableEntry.class).owner()).isEqualTo(9);

    JsonNode progress = JSON.readTree(send("GET", "/v1/emcs/p1/faults", "").body()).path("faults");
    assertThat(progress.get(0).path("passed").asInt()).isEqualTo(1);
    assertThat(progress.get(0).path("fired").asInt()).isEqualTo(2);
    assertThat(progress.get(1).path("fired").asInt()).isEqualTo(1);
    assertThat(send("DELETE", "/v1/emcs/p1/faults", "").body()).isEqualTo("{\"faults\":[]}");
  }

  @Test
  void faults_whereTheyAreNotAllowed_areRefused() throws Exception {
    try (EmulatorServer strict =
        EmulatorServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            devices,
            FaultSettings.NONE)) {
      HttpResponse<String> refused =
          client.send(
              HttpRequest.newBuilder(
                      URI.create("http://localhost:" + strict.port() + "/v1/emcs/p1/faults"))
                  .build(),
              BodyHandlers.ofString());
      assertThat(refused.statusCode()).isEqualTo(409);
      assertThat(refused.body()).contains("faults-not-allowed").contains("--faults");
    }
  }

  @Test
  void healthz_namesDamagedDevices() throws Exception {
    assertThat(JSON.readTree(send("GET", "/healthz", "").body()))
        .isEqualTo(JSON.readTree("{\"status\":\"UP\",\"emcs\":2,\"damaged\":[\"broken\"]}"));
  }

  private static OwnerChangeRequest changes(OwnerChange change) {
    return new OwnerChangeRequest(List.of(change));
  }

  private OwnerChangeReply change(OwnerChange change) throws Exception {
    String body = JSON.writeValueAsString(changes(change));
    return JSON.readValue(send("POST", "/v1/emcs/p1/owners", body).body(), OwnerChangeReply.class);
  }

  private <T> T read(String path, Class<T> type) throws Exception {
    return JSON.readValue(send("GET", path, "").body(), type);
  }

  private HttpResponse<String> send(String method, String path, String body) throws Exception {
    return send(method, path, body, null);
  }

  private HttpResponse<String> send(
      String method, String path, String body, @Nullable String deviceId) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + path))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    if (deviceId != null) {
      request.header("Tarn-Device", deviceId);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }
}
