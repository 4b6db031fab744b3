package io.tarn.chassis.edge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.tarn.chassis.testing.RealParts;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.db.ServiceSchema;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import tools.jackson.databind.JsonNode;

/** What clients get who are wrong, and when the service is. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    classes = EdgeService.class,
    properties = {
      "spring.datasource.hikari.connection-timeout=1000",
      "management.endpoints.web.exposure.include=health,prometheus",
      "management.endpoint.health.probes.add-additional-paths=true",
      "tarn.web.body-limit=16KB"
    })
@RealParts(ServiceSchema.POOL)
class ProblemsIT {

  private static final String ANYTHING = "*";
  private static final int LIMIT = 16 * 1024;

  @Value("${local.server.port}")
  private int port;

  @Autowired private TestDatabase database;
  @Autowired private HikariDataSource pool;

  private Http http;

  @BeforeEach
  void connect() {
    http = new Http(port);
  }

  @Test
  void goodBody_isTaken() throws Exception {
    Http.Answer answer =
        http.post(
            "/v1/things",
            """
            {"vcpus": 1024, "memoryMiB": 9007199254740993, "name": "a", "colour": "BLUE",
             "used": true, "place": "http://e/", "parts": [{"size": 9}]}
            """);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("memoryMiB").asLong()).isEqualTo(9007199254740993L);
  }

  static Stream<Arguments> badBodies() {
    return Stream.of(
        // malformed
        row("{", "", "one JSON object", "no JSON"),
        row("{'vcpus':1,}", "", "one JSON object", "no JSON"),
        row("{'vcpus':01}", "", "one JSON object", "no JSON"),
        row("vcpus=1", "", "one JSON object", "no JSON"),
        row("{'vcpus':NaN}", "", "one JSON object", "no JSON"),
        // doubled, more than one
        row("{'vcpus':1,'vcpus':2,'name':'a'}", "", "one JSON object", "Duplicate"),
        row("{'vcpus':1,'name':'a'} {}", "", "one JSON object", "goes on"),
        row("{'vcpus':1,'name':'a'}]", "", "one JSON object", ""),
        // no object
        row("", "", "one JSON object", "missing"),
        row("null", "", "one JSON object", "missing"),
        row("[]", "", "JSON object", "no JSON object"),
        row("7", "", "JSON object", "no JSON object"),
        // unknown, and what is known
        row(
            "{'vcpus':1,'name':'a','cpus':2}",
            "cpus",
            "colour, memoryMiB, name, parts, place, used, vcpus",
            "unknown"),
        row(
            "{'vcpus':1,'name':'a','parts':[{'size':1},{'size':1,'width':1}]}",
            "parts[1].width",
            "size",
            ""),
        row("{'vcpus':1,'name':'a','VCPUS':2}", "VCPUS", ANYTHING, "unknown"),
        // another type
        row("{'vcpus':'1','name':'a'}", "vcpus", "whole number, 1..1024", "vcpus is no whole"),
        row("{'vcpus':1.5,'name':'a'}", "vcpus", "whole number, 1..1024", ""),
        row("{'vcpus':1.0,'name':'a'}", "vcpus", ANYTHING, ""),
        row("{'vcpus':true,'name':'a'}", "vcpus", ANYTHING, ""),
        row("{'vcpus':[1],'name':'a'}", "vcpus", ANYTHING, ""),
        row("{'vcpus':1,'name':7}", "name", "text", "name is no text"),
        row("{'vcpus':1,'name':true}", "name", "text", ""),
        row("{'vcpus':1,'name':{'a':1}}", "name", "text", ""),
        row("{'vcpus':1,'name':'a','colour':'GREEN'}", "colour", "RED, BLUE", ""),
        row("{'vcpus':1,'name':'a','colour':'red'}", "colour", "RED, BLUE", ""),
        row("{'vcpus':1,'name':'a','colour':0}", "colour", "RED, BLUE", ""),
        row("{'vcpus':1,'name':'a','used':'true'}", "used", "true or false", ""),
        row("{'vcpus':1,'name':'a','used':1}", "used", "true or false", ""),
        row("{'vcpus':1,'name':'a','place':'http://[bad'}", "place", "URI", ""),
        row("{'vcpus':1,'name':'a','parts':{}}", "parts", "list", ""),
        row("{'vcpus':1,'name':'a','parts':[7]}", "parts[0]", "JSON object", ""),
        // out of range, with the place
        row("{'vcpus':0,'name':'a'}", "vcpus", "1..1024", "vcpus is 0"),
        row("{'vcpus':1025,'name':'a'}", "vcpus", "1..1024", "vcpus is 1025"),
        row("{'vcpus':-2147483649,'name':'a'}", "vcpus", "whole number, 1..1024", ""),
        row("{'vcpus':1,'memoryMiB':9223372036854775808,'name':'a'}", "memoryMiB", ANYTHING, ""),
        row("{'vcpus':1e400,'name':'a'}", "vcpus", "whole number, 1..1024", ""),
        row(
            "{'vcpus':1,'name':'a','parts':[{'size':'x'}]}",
            "parts[0].size",
            "whole number, 1..9",
            ""),
        row("{'name':'a'}", "vcpus", "1..1024", "vcpus is 0 or absent"),
        row("{'vcpus':null,'name':'a'}", "vcpus", "1..1024", ""),
        row("{'vcpus':1}", "name", ANYTHING, "name is absent"),
        row("{'vcpus':1,'name':null}", "name", ANYTHING, ""),
        row("{'vcpus':1,'name':'a/b'}", "name", ANYTHING, ""),
        row("{'vcpus':1,'name':'a','parts':[null]}", "parts", "a list of values", ""),
        row(
            "{'vcpus':1,'name':'a','parts':[{'size':1},{'size':10}]}",
            "parts[1].size",
            "1..9",
            ""));
  }

  @ParameterizedTest
  @MethodSource("badBodies")
  void badBody_isRefusedWithFieldAndWhatIsAccepted(
      String body, String field, String accepted, String said) throws Exception {
    Http.Answer answer = http.post("/v1/things", body);
    assertProblem(answer, 400, "invalid-request", "/v1/things");
    assertThat(answer.member("field")).as(answer.body()).isEqualTo(field);
    if (ANYTHING.equals(accepted)) {
      assertThat(answer.member("accepted")).isNotEmpty();
    } else {
      assertThat(answer.member("accepted")).as(answer.body()).isEqualTo(accepted);
    }
    assertThat(answer.member("detail")).contains(said).doesNotContain("tools.jackson", "io.tarn");
  }

  @Test
  void nestingWithoutEnd_isRefused() throws Exception {
    String deep = "{\"parts\":" + "[".repeat(5000);
    Http.Answer answer = http.post("/v1/things", deep);
    assertProblem(answer, 400, "invalid-request", "/v1/things");
    assertThat(answer.member("field")).isEqualTo("parts[0]");
  }

  @Test
  void bodyBeyondWhatTheReaderTakes_saysSo() throws Exception {
    for (String body : List.of("{\"" + "n".repeat(12_000) + "\":", "[".repeat(5000))) {
      Http.Answer answer = http.post("/v1/things", body);
      assertProblem(answer, 400, "invalid-request", "/v1/things");
      assertThat(answer.member("detail")).doesNotContain("missing").hasSizeLessThan(400);
    }
  }

  @Test
  void form_isRefusedWithWhatIsRead() throws Exception {
    for (String type : List.of("multipart/form-data", "multipart/form-data; boundary=x")) {
      Http.Answer answer =
          http.post("/v1/things", HttpRequest.BodyPublishers.ofString("--x--"), type);
      assertProblem(answer, 415, "unsupported-media-type", "/v1/things");
    }
  }

  @Test
  void bodyWhereNoneIsRead_isRefused() throws Exception {
    HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofString("{}");
    Http.Answer answer = http.send(http.request("/v1/answers/k?text=1").PUT(body));
    assertProblem(answer, 400, "invalid-request", "/v1/answers/k");
    assertThat(answer.member("accepted")).isEqualTo("no body");
    Http.Answer deleting =
        http.send(http.request("/v1/things/7").method("GET", Http.chunked(new byte[] {'x'})));
    assertProblem(deleting, 400, "invalid-request", "/v1/things/7");
  }

  @Test
  void queryThatIsNoUtf8OrHalfEncoded_isRefused() throws Exception {
    for (String query : List.of("limit=%zz", "limit=%", "limit=%ff%fe")) {
      String answer = raw("GET /v1/things?" + query + " HTTP/1.1");
      assertThat(answer).as(answer).startsWith("HTTP/1.1 400").contains("invalid-request");
    }
  }

  @Test
  void apiDocument_saysOfEachOperationHowItRefuses() throws Exception {
    JsonNode document = http.get("/v3/api-docs").json();
    JsonNode refused = document.at("/paths/~1v1~1things/post/responses/400/content");
    assertThat(refused.at("/application~1problem+json/schema/$ref").asString())
        .isEqualTo("#/components/schemas/Problem");
    assertThat(document.at("/components/schemas/Problem/properties/code/type").asString())
        .isEqualTo("string");
    assertThat(document.at("/components/schemas/Thing/properties/vcpus/maximum").asInt())
        .isEqualTo(1024);
    assertThat(document.at("/paths/~1v1~1things~1{number}/get/responses").propertyNames())
        .contains("200", "400", "401", "403", "404", "503");
  }

  @Test
  void bodyOfAnotherMediaType_isRefused() throws Exception {
    Http.Answer answer =
        http.post("/v1/things", HttpRequest.BodyPublishers.ofString("{}"), "text/csv");
    assertProblem(answer, 415, "unsupported-media-type", "/v1/things");
  }

  @Test
  void answerOfAnotherMediaType_isRefused() throws Exception {
    assertProblem(
        http.get("/v1/things/7", "Accept", "image/png"), 406, "not-acceptable", "/v1/things/7");
  }

  @Test
  void unknownPath_isNotFound() throws Exception {
    assertProblem(http.get("/v1/nothing"), 404, "not-found", "/v1/nothing");
    assertProblem(http.get("/nothing%20here"), 404, "not-found", "/nothing%20here");
  }

  @Test
  void otherMethod_isNotAllowed() throws Exception {
    Http.Answer answer = http.send(http.request("/v1/things/7").DELETE());
    assertProblem(answer, 405, "method-not-allowed", "/v1/things/7");
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/things?limit=0,      limit,  1..1000",
    "/v1/things?limit=1001,   limit,  1..1000",
    "/v1/things?limit=x,      limit,  'whole number, 1..1000'",
    "/v1/things?cursor=%25,   cursor, the value of \"next\" of a page",
    "/v1/things?cursor=AA,    cursor, the value of \"next\" of a page",
    "/v1/things/x,            number, whole number from -2147483648 to 2147483647",
  })
  void badParameter_isRefusedByName(String path, String field, String accepted) throws Exception {
    Http.Answer answer = http.get(path);
    assertProblem(answer, 400, "invalid-request", path.replaceAll("\\?.*", ""));
    assertThat(answer.member("field")).isEqualTo(field);
    assertThat(answer.member("accepted")).isEqualTo(accepted);
  }

  @Test
  void missingParameter_isRefused() throws Exception {
    Http.Answer answer =
        http.send(http.request("/v1/answers/k").PUT(HttpRequest.BodyPublishers.noBody()));
    assertProblem(answer, 400, "invalid-request", "/v1/answers/k");
    assertThat(answer.member("detail")).contains("text");
  }

  @Test
  void pathThatTheGateRefuses_isAProblem() throws Exception {
    assertProblem(http.get("/v1/things/a%3Bb"), 400, "invalid-request", "/v1/things/a%3Bb");
  }

  @Test
  void pathThatTheContainerRefuses_isAProblem() throws Exception {
    Http.Answer answer = http.get("/v1/things/a%2Fb");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.type()).startsWith("application/problem+json");
    assertThat(answer.member("code")).isEqualTo("invalid-request");
  }

  @Test
  void requestThatIsNoHttp_isAProblem() throws Exception {
    assertThat(raw("GET /v1/a|b HTTP/1.1"))
        .startsWith("HTTP/1.1 400")
        .contains("application/problem+json")
        .contains("urn:tarn:problem:invalid-request")
        .doesNotContain("<html", "Tomcat");
  }

  /** What comes back for a request line that no proper client would write. */
  private String raw(String requestLine) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String request = requestLine + "\r\nHost: x\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(UTF_8));
      socket.setSoTimeout(10_000);
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  @Test
  void bug_saysNothingOfTheInside() throws Exception {
    Http.Answer answer = http.get("/v1/things/bug");
    assertProblem(answer, 500, "internal", "/v1/things/bug");
    assertThat(answer.body()).doesNotContain("secret", "Exception", "at io.", "trace");
  }

  @Test
  void refusal_carriesItsMembers() throws Exception {
    Http.Answer answer = http.get("/v1/things/refused");
    assertProblem(answer, 409, "no-fit", "/v1/things/refused");
    assertThat(answer.json().path("asked").asInt()).isEqualTo(9);
    assertThat(answer.json().path("reasons").path(0).asString()).isEqualTo("x");
    assertProblem(http.get("/v1/things/reused"), 422, "request-differs", "/v1/things/reused");
    assertProblem(http.get("/v1/things/gone"), 410, "gone", "/v1/things/gone");
  }

  @Test
  void neighbourAway_isUnavailable() throws Exception {
    Http.Answer answer = http.get("/v1/things/neighbour");
    assertProblem(answer, 503, "dependency-unavailable", "/v1/things/neighbour");
    assertThat(answer.retryAfter()).contains("1");
  }

  @Test
  void answerThatLostTheRace_isTheFirst() throws Exception {
    HttpRequest.BodyPublisher none = HttpRequest.BodyPublishers.noBody();
    assertThat(http.send(http.request("/v1/answers/race?text=1").PUT(none)).body()).isEqualTo("1");
    Http.Answer second = http.send(http.request("/v1/answers/race?text=2").PUT(none));
    assertThat(second.body()).isEqualTo("1");
    assertThat(second.status()).isEqualTo(202);
    assertThat(second.type()).startsWith("application/json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/things/rows", "/v1/things/begin"})
  void databaseAway_isUnavailableUntilItIsBack(String path) throws Exception {
    assertThat(http.get(path).status()).isEqualTo(200);
    database.takeAway();
    try {
      Http.Answer answer = http.get(path);
      assertProblem(answer, 503, "dependency-unavailable", path);
      assertThat(answer.retryAfter()).contains("1");
      assertThat(answer.body()).doesNotContain("PSQL", "jdbc");
      assertThat(http.get("/livez").status()).as("alive without its database").isEqualTo(200);
    } finally {
      database.bringBack();
      pool.getHikariPoolMXBean().softEvictConnections();
    }
    Awaitility.await().until(() -> http.get(path).status() == 200);
  }

  @Test
  void bodyAtTheLimit_isTaken() throws Exception {
    byte[] body = new byte[LIMIT];
    for (HttpRequest.BodyPublisher publisher :
        new HttpRequest.BodyPublisher[] {
          HttpRequest.BodyPublishers.ofByteArray(body), Http.chunked(body)
        }) {
      Http.Answer answer = http.post("/v1/raw", publisher, "application/octet-stream");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo(Integer.toString(LIMIT));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {LIMIT + 1, 1 << 20})
  void bodyOverTheLimit_isRefused(int bytes) throws Exception {
    byte[] raw = new byte[bytes];
    byte[] json = ("{\"name\":\"" + "a".repeat(bytes) + "\"}").getBytes(UTF_8);
    for (Http.Answer answer :
        Arrays.asList(
            http.post("/v1/raw", HttpRequest.BodyPublishers.ofByteArray(raw), "application/x"),
            http.post("/v1/raw", Http.chunked(raw), "application/octet-stream"))) {
      assertTooLarge(answer, "/v1/raw");
    }
    for (Http.Answer answer :
        Arrays.asList(
            http.post(
                "/v1/things", HttpRequest.BodyPublishers.ofByteArray(json), "application/json"),
            http.post("/v1/things", Http.chunked(json), "application/json"))) {
      assertTooLarge(answer, "/v1/things");
    }
  }

  private static void assertTooLarge(Http.Answer answer, String path) {
    assertProblem(answer, 413, "body-too-large", path);
    assertThat(answer.member("accepted")).isEqualTo("0..16384 bytes");
  }

  @Test
  void openService_answersEverybody() throws Exception {
    assertThat(http.get("/actuator/prometheus").body())
        .contains("tarn_outbox_waiting")
        .contains("tarn_outbox_age_seconds");
    assertThat(http.get("/v1/hosts/h1/commands").body()).isEqualTo("anonymous for h1");
    assertThat(http.get("/readyz").status()).isEqualTo(200);
    assertThat(http.get("/v3/api-docs").body()).contains("/v1/things").doesNotContain("/error");
  }

  private static void assertProblem(Http.Answer answer, int status, String code, String path) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.type()).as(answer.body()).startsWith("application/problem+json");
    assertThat(answer.member("code")).isEqualTo(code);
    assertThat(answer.member("type")).isEqualTo("urn:tarn:problem:" + code);
    assertThat(answer.json().path("status").asInt()).isEqualTo(status);
    assertThat(answer.member("title")).isNotEmpty();
    assertThat(answer.member("detail")).isNotEmpty();
    assertThat(answer.member("instance")).isEqualTo(path);
  }

  private static Arguments row(String body, String field, String accepted, String said) {
    return Arguments.of(body.replace('\'', '"'), field, accepted, said);
  }
}
