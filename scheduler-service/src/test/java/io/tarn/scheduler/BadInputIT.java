package io.tarn.scheduler;

import static io.tarn.scheduler.testing.Bodies.host;
import static io.tarn.scheduler.testing.Bodies.vm;
import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.chassis.testing.TestDatabase;
import io.tarn.scheduler.testing.Replica;
import io.tarn.scheduler.testing.Rest;
import io.tarn.scheduler.testing.Rest.Reply;
import io.tarn.scheduler.testing.Rows;
import io.tarn.scheduler.testing.TestPoolManager;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class BadInputIT {

  private static final String ID =
      "1 to 63 letters, digits, '.', '_' or '-', the first a letter or digit";
  private static final String VCPUS = "whole number, 1..1024";
  private static final TestPoolManager POOL_MANAGER = TestPoolManager.start();
  private static final TestDatabase DATABASE = TestDatabase.fresh();
  private static Replica replica;
  private static Rest rest;

  @BeforeAll
  static void start() {
    replica =
        Replica.start(DATABASE, POOL_MANAGER, "bad-input-it", "--tarn.placement.policy=all-local");
    rest = replica.rest();
    assertThat(rest.put("/v1/hosts/h1", host(16, 65536)).status()).isEqualTo(201);
  }

  @AfterAll
  static void end() {
    new Rows(DATABASE).verifyHosts();
    replica.close();
    POOL_MANAGER.close();
  }

  record Bad(String method, String path, String body, int status, String field, String accepted) {

    static Bad vm(String body, String field, String accepted) {
      return new Bad("POST", "/v1/vms", body, 400, field, accepted);
    }

    static Bad host(String body, String field, String accepted) {
      return new Bad("PUT", "/v1/hosts/h9", body, 400, field, accepted);
    }

    static Bad get(String path, String field, String accepted) {
      return new Bad("GET", path, "", 400, field, accepted);
    }
  }

  static Stream<Bad> bad() {
    return Stream.of(
        Bad.vm("{\"vcpus\":1,\"memoryMiB\":1024}", "vmId", "a vmId, or the header Idempotency-Key"),
        Bad.vm("{\"vmId\":\"\",\"vcpus\":1,\"memoryMiB\":1024}", "vmId", ID),
        Bad.vm("{\"vmId\":\"a b\",\"vcpus\":1,\"memoryMiB\":1024}", "vmId", ID),
        Bad.vm("{\"vmId\":\"" + "x".repeat(64) + "\",\"vcpus\":1,\"memoryMiB\":1024}", "vmId", ID),
        Bad.vm("{\"vmId\":7,\"vcpus\":1,\"memoryMiB\":1024}", "vmId", "text"),
        Bad.vm("{\"vmId\":\"v\",\"memoryMiB\":1024}", "vcpus", "1..1024"),
        Bad.vm("{\"vmId\":\"v\",\"vcpus\":1}", "memoryMiB", "64..33554432"),
        Bad.vm("{\"vmId\":\"v\",\"vcpus\":-1,\"memoryMiB\":1024}", "vcpus", "1..1024"),
        Bad.vm("{\"vmId\":\"v\",\"vcpus\":1025,\"memoryMiB\":1024}", "vcpus", "1..1024"),
        Bad.vm("{\"vmId\":\"v\",\"vcpus\":1,\"memoryMiB\":63}", "memoryMiB", "64..33554432"),
        Bad.vm("{\"vmId\":\"v\",\"vcpus\":1,\"memoryMiB\":33554433}", "memoryMiB", "64..33554432"),
        Bad.vm("{\"vmId\":\"v\",\"vcpus\":99999999999,\"memoryMiB\":1024}", "vcpus", VCPUS),
        Bad.vm("{\"vmId\":\"v\",\"vcpus\":\"1\",\"memoryMiB\":1024}", "vcpus", VCPUS),
        Bad.vm("{\"vmId\":\"v\",\"vcpus\":1.5,\"memoryMiB\":1024}", "vcpus", VCPUS),
        Bad.vm("{\"vmId\":\"v\",\"vcpus\":[1],\"memoryMiB\":1024}", "vcpus", VCPUS),
        Bad.vm(
            "{\"vmId\":\"v\",\"vcpus\":1,\"memoryMiB\":1024,\"pool\":\"MAYBE\"}",
            "pool",
            "ALLOWED, NEVER"),
        Bad.vm(
            "{\"vmId\":\"v\",\"vcpus\":1,\"memoryMiB\":1024,\"memoryGiB\":1}",
            "memoryGiB",
            "customer, guestOs, labels, memoryMiB, pool, region, vcpus, vmId, vmType, workload"),
        Bad.vm(
            "{\"vmId\":\"v\",\"vcpus\":1,\"memoryMiB\":1024,\"customer\":\" \"}",
            "customer",
            "1 to 253 characters, none of them a control character"),
        Bad.vm(
            "{\"vmId\":\"v\",\"vcpus\":1,\"memoryMiB\":1024,\"customer\":\"a/b\"}",
            "customer",
            "a text without '/'"),
        Bad.vm(
            "{\"vmId\":\"v\",\"vcpus\":1,\"memoryMiB\":1024,\"labels\":{\"a b\":\"x\"}}",
            "labels",
            ID),
        Bad.vm(
            "{\"vmId\":\"v\",\"vcpus\":1,\"memoryMiB\":1024,\"labels\":\"x\"}",
            "labels",
            "JSON object"),
        Bad.host("{\"localMiB\":1024}", "vcpus", "1..4096"),
        Bad.host("{\"vcpus\":4097,\"localMiB\":1024}", "vcpus", "1..4096"),
        Bad.host("{\"vcpus\":8}", "localMiB", "1..67108864"),
        Bad.host("{\"vcpus\":8,\"localMiB\":-5}", "localMiB", "1..67108864"),
        Bad.host("{\"vcpus\":8,\"localMiB\":1024,\"reservedVcpus\":9}", "reservedVcpus", "0..8"),
        Bad.host("{\"vcpus\":8,\"localMiB\":1024,\"reservedMiB\":1025}", "reservedMiB", "0..1024"),
        Bad.host("{\"vcpus\":8,\"localMiB\":1024,\"rack\":\"r 1\"}", "rack", ID),
        Bad.host("{\"vcpus\":8,\"localMiB\":1024,\"pools\":[\"\"]}", "pools", ID),
        Bad.host(
            "{\"vcpus\":8,\"localMiB\":1024,\"pools\":[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\","
                + "\"8\",\"9\"]}",
            "pools",
            "0..8"),
        Bad.host("{\"vcpus\":8,\"localMiB\":1024,\"pools\":\"p\"}", "pools", "list"),
        Bad.host(
            "{\"vcpus\":8,\"localMiB\":1024,\"cordoned\":true}",
            "cordoned",
            "labels, localMiB, pools, rack, reservedMiB, reservedVcpus, vcpus"),
        new Bad("PUT", "/v1/hosts/-h", host(1, 1024), 400, "hostId", ID),
        new Bad("POST", "/v1/hosts/-h/cordon", "", 400, "hostId", ID),
        Bad.get("/v1/hosts/-h", "hostId", ID),
        Bad.get("/v1/hosts?limit=0", "limit", "1..1000"),
        Bad.get("/v1/hosts?limit=x", "limit", "whole number, 1..1000"),
        Bad.get("/v1/hosts?cursor=%25", "cursor", "the value of \"next\" of a page"),
        Bad.get("/v1/vms?limit=1001", "limit", "1..1000"),
        Bad.get("/v1/vms?state=GONE", "state", "PENDING, PLACED, READY, DELETING, DELETED"),
        Bad.get("/v1/vms/-v", "vmId", ID),
        Bad.get("/v1/vms/-v/decision", "vmId", ID),
        Bad.get("/v1/vms/v?wait=PLACED", "wait", "READY"),
        Bad.get("/v1/vms/v?wait=READY&waitMillis=30001", "waitMillis", "0..30000"),
        Bad.get("/v1/vms/v?waitMillis=-1", "waitMillis", "0..30000"),
        Bad.get("/v1/vms/v?waitMillis=soon", "waitMillis", "whole number, 0..30000"),
        new Bad("DELETE", "/v1/vms/-v", "", 400, "vmId", ID));
  }

  @ParameterizedTest
  @MethodSource("bad")
  void request_bad_namesFieldAndRange(Bad bad) {
    Reply reply = send(bad.method(), bad.path(), bad.body());
    assertThat(reply.status()).as(reply.body()).isEqualTo(bad.status());
    assertThat(reply.header("Content-Type")).hasValue("application/problem+json");
    assertThat(reply.text("/type")).isEqualTo("urn:tarn:problem:invalid-request");
    assertThat(reply.text("/code")).isEqualTo("invalid-request");
    assertThat(reply.text("/field")).isEqualTo(bad.field());
    assertThat(reply.text("/accepted")).isEqualTo(bad.accepted());
    assertThat(reply.number("/status")).isEqualTo(bad.status());
    assertThat(reply.text("/instance")).isEqualTo(bad.path().replaceAll("\\?.*", ""));
    assertThat(reply.body()).doesNotContain("Exception");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST|/v1/vms|{|the body is no JSON as it is read here: line 1, column",
        "POST|/v1/vms|{\"vmId\":\"v\",\"vmId\":\"w\"}|the body is no JSON as it is read here: line 1, column",
        "POST|/v1/vms|''|the body is missing",
        "POST|/v1/vms|null|the body is missing",
        "POST|/v1/vms|[]|the body is no JSON object",
        "PUT|/v1/hosts/h9|nonsense|the body is no JSON as it is read here: line 1, column",
        "PUT|/v1/hosts/h9|''|the body is missing",
        "PUT|/v1/hosts/h9|{\"vcpus\":1,\"localMiB\":1} {}|the body goes on after its end",
      })
  void body_unreadable_saysWhere(String method, String path, String body, String detail) {
    Reply reply = send(method, path, body);
    assertThat(reply.status()).as(reply.body()).isEqualTo(400);
    assertThat(reply.text("/code")).isEqualTo("invalid-request");
    assertThat(reply.text("/detail")).startsWith(detail);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/vms/nobody, 404, not-found",
    "GET, /v1/vms/nobody?wait=READY, 404, not-found",
    "DELETE, /v1/vms/nobody, 404, not-found",
    "GET, /v1/vms/nobody/decision, 404, not-found",
    "GET, /v1/hosts/nowhere, 404, not-found",
    "POST, /v1/hosts/nowhere/cordon, 404, not-found",
    "POST, /v1/hosts/nowhere/uncordon, 404, not-found",
    "GET, /v1/nothing, 404, not-found",
    "DELETE, /v1/hosts/h1, 405, method-not-allowed",
    "PUT, /v1/vms, 405, method-not-allowed",
  })
  void request_toNothing_saysSo(String method, String path, int status, String code) {
    Reply reply = send(method, path, "");
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    assertThat(reply.text("/code")).isEqualTo(code);
  }

  @Test
  void body_notJson_isRefusedByType() {
    Reply reply = rest.post("/v1/vms", "vmId=v", "Content-Type", "text/plain");
    assertThat(reply.status()).isEqualTo(415);
    assertThat(reply.text("/code")).isEqualTo("unsupported-media-type");
  }

  @Test
  void key_malformed_isRefused() {
    for (String key : new String[] {"two words", "k".repeat(129)}) {
      Reply reply = rest.post("/v1/vms", vm("v", 1, 1024), "Idempotency-Key", key);
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.text("/field")).isEqualTo("Idempotency-Key");
      assertThat(reply.text("/accepted"))
          .isEqualTo("1 to 128 visible ASCII characters without spaces");
    }
  }

  @Test
  void host_edits_keepToTheirVersion() {
    Reply created = rest.put("/v1/hosts/e1", host(8, 32768));
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.header("Location")).hasValue("/v1/hosts/e1");
    assertThat(created.header("ETag")).hasValue("\"1\"");
    assertThat(created.body())
        .isEqualTo(
            "{\"hostId\":\"e1\",\"vcpus\":8,\"usedVcpus\":0,\"localMiB\":32768,"
                + "\"usedLocalMiB\":0,\"reservedVcpus\":0,\"reservedMiB\":0,\"cordoned\":false,"
                + "\"pools\":[],\"labels\":{},\"version\":1}");
    Reply same = rest.put("/v1/hosts/e1", host(8, 32768));
    assertThat(same.status()).isEqualTo(200);
    assertThat(same.header("ETag")).hasValue("\"1\"");

    Reply edited = rest.put("/v1/hosts/e1", host(16, 32768), "If-Match", "\"1\"");
    assertThat(edited.status()).isEqualTo(200);
    assertThat(edited.header("ETag")).hasValue("\"2\"");
    Reply late = rest.put("/v1/hosts/e1", host(12, 32768), "If-Match", "\"1\"");
    assertThat(late.status()).isEqualTo(412);
    assertThat(late.text("/code")).isEqualTo("precondition-failed");
    assertThat(rest.put("/v1/hosts/e2", host(8, 1024), "If-Match", "\"1\"").status())
        .isEqualTo(412);
    assertThat(rest.get("/v1/hosts/e2").status()).isEqualTo(404);
    Reply malformed = rest.put("/v1/hosts/e1", host(12, 32768), "If-Match", "1");
    assertThat(malformed.status()).isEqualTo(400);
    assertThat(malformed.text("/field")).isEqualTo("If-Match");

    Reply cordoned = rest.post("/v1/hosts/e1/cordon", "", "If-Match", "\"2\"");
    assertThat(cordoned.header("ETag")).hasValue("\"3\"");
    assertThat(cordoned.json().at("/cordoned").asBoolean()).isTrue();
    assertThat(rest.post("/v1/hosts/e1/cordon", "").header("ETag")).hasValue("\"3\"");
    assertThat(rest.post("/v1/hosts/e1/uncordon", "", "If-Match", "\"2\"").status()).isEqualTo(412);
    assertThat(rest.get("/v1/hosts/e1").header("ETag")).hasValue("\"3\"");
  }

  @Test
  void host_shrunkBelowItsUse_isRefused() {
    assertThat(
            rest.put("/v1/hosts/s1", "{\"vcpus\":8,\"localMiB\":8192,\"labels\":{\"s\":\"1\"}}")
                .status())
        .isEqualTo(201);
    Reply placed =
        rest.post(
            "/v1/vms",
            "{\"vmId\":\"on-s1\",\"vcpus\":4,\"memoryMiB\":4096,\"labels\":{\"s\":\"1\"}}");
    assertThat(placed.status()).as(placed.body()).isEqualTo(201);
    for (String smaller :
        new String[] {
          "{\"vcpus\":3,\"localMiB\":8192}",
          "{\"vcpus\":8,\"localMiB\":4095}",
          "{\"vcpus\":8,\"localMiB\":8192,\"reservedVcpus\":5}"
        }) {
      Reply refused = rest.put("/v1/hosts/s1", smaller);
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.text("/code")).isEqualTo("host-in-use");
      assertThat(refused.number("/usedVcpus")).isEqualTo(4);
      assertThat(refused.number("/usedLocalMiB")).isEqualTo(4096);
    }
    assertThat(rest.put("/v1/hosts/s1", "{\"vcpus\":4,\"localMiB\":4096}").status()).isEqualTo(200);
  }

  private static Reply send(String method, String path, String body) {
    return switch (method) {
      case "GET" -> rest.get(path);
      case "DELETE" -> rest.delete(path);
      case "POST" -> rest.post(path, body);
      default -> rest.put(path, body);
    };
  }
}
