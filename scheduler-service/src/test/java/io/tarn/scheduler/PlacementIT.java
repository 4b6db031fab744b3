package io.tarn.scheduler;

import static io.tarn.scheduler.testing.Bodies.host;
import static io.tarn.scheduler.testing.Bodies.vm;
import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.chassis.testing.TestDatabase;
import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.GrantView;
import io.tarn.scheduler.testing.Replica;
import io.tarn.scheduler.testing.Rest;
import io.tarn.scheduler.testing.Rest.Reply;
import io.tarn.scheduler.testing.Rows;
import io.tarn.scheduler.testing.TestPoolManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PlacementIT {

  private static final TestPoolManager POOL_MANAGER = TestPoolManager.start();
  private static final TestDatabase DATABASE = TestDatabase.fresh();
  private static final Rows ROWS = new Rows(DATABASE);
  private static Replica replica;
  private static Rest rest;

  @BeforeAll
  static void start() {
    POOL_MANAGER.pools().pool("p1", 64, "h1");
    replica =
        Replica.start(DATABASE, POOL_MANAGER, "placement-it", "--tarn.placement.policy=static:25");
    rest = replica.rest();
    assertThat(
            rest.put(
                    "/v1/hosts/h1",
                    "{\"vcpus\":40,\"localMiB\":196608,\"reservedVcpus\":2,\"reservedMiB\":8192,"
                        + "\"pools\":[\"p1\"]}")
                .status())
        .isEqualTo(201);
  }

  @AfterAll
  static void end() {
    replica.close();
    POOL_MANAGER.close();
  }

  @AfterEach
  void verify() {
    ROWS.verifyHosts();
  }

  @Test
  void place_pooled_isPlacedThenReadyThenGone() {
    Reply placed = rest.post("/v1/vms", vm("a", 4, 16384));
    assertThat(placed.status()).as(placed.body()).isEqualTo(201);
    assertThat(placed.header("Location")).hasValue("/v1/vms/a");
    assertThat(placed.header("Content-Type")).hasValue("application/json");
    assertThat(placed.body())
        .isEqualTo(
            "{\"vmId\":\"a\",\"state\":\"PLACED\",\"kind\":\"ZNUMA\",\"hostId\":\"h1\","
                + "\"vcpus\":4,\"memoryMiB\":16384,\"localMiB\":12288,\"poolGiB\":4,"
                + "\"poolId\":\"p1\",\"grantId\":\"a.1\",\"attempt\":1,\"policy\":\"static:25\"}");

    Reply notYet = rest.get("/v1/vms/a?wait=READY&waitMillis=50");
    assertThat(notYet.text("/state")).isEqualTo("PLACED");
    POOL_MANAGER.pools().online(new GrantId("a", 1));
    Reply ready = rest.get("/v1/vms/a?wait=READY&waitMillis=20000");
    assertThat(ready.text("/state")).isEqualTo("READY");

    Reply again = rest.post("/v1/vms", "{\"memoryMiB\":16384,\"vcpus\":4,\"vmId\":\"a\"}");
    assertThat(again.status()).isEqualTo(201);
    assertThat(again.body()).isEqualTo(placed.body());
    assertThat(again.header("Location")).hasValue("/v1/vms/a");

    Reply other = rest.post("/v1/vms", vm("a", 4, 16385));
    assertThat(other.status()).isEqualTo(422);
    assertThat(other.text("/code")).isEqualTo("vm-request-differs");

    Reply gone = rest.delete("/v1/vms/a");
    assertThat(gone.status()).as(gone.body()).isEqualTo(200);
    assertThat(gone.text("/state")).isEqualTo("DELETED");
    Reply goneAgain = rest.delete("/v1/vms/a");
    assertThat(goneAgain.status()).isEqualTo(200);
    assertThat(goneAgain.body()).isEqualTo(gone.body());
    assertThat(POOL_MANAGER.pools().grant(new GrantId("a", 1)))
        .extracting(GrantView::state)
        .isEqualTo(GrantState.RELEASING);
    assertThat(rest.get("/v1/vms/a").text("/state")).isEqualTo("DELETED");

    for (String body : new String[] {vm("a", 4, 16384), vm("a", 1, 1024)}) {
      Reply used = rest.post("/v1/vms", body);
      assertThat(used.status()).isEqualTo(410);
      assertThat(used.text("/code")).isEqualTo("vm-id-used");
    }
  }

  @Test
  void place_allLocal_isReadyAtOnceAndGoneAtOnce() {
    Reply placed = rest.post("/v1/vms", vm("small", 1, 1792));
    assertThat(placed.status()).isEqualTo(201);
    assertThat(placed.body())
        .isEqualTo(
            "{\"vmId\":\"small\",\"state\":\"READY\",\"kind\":\"ALL_LOCAL\",\"hostId\":\"h1\","
                + "\"vcpus\":1,\"memoryMiB\":1792,\"localMiB\":1792,\"poolGiB\":0,"
                + "\"attempt\":1,\"policy\":\"static:25\"}");
    assertThat(rest.post("/v1/vms", vm("small", 1, 1792)).body()).isEqualTo(placed.body());
    Reply gone = rest.delete("/v1/vms/small");
    assertThat(gone.status()).isEqualTo(200);
    assertThat(gone.text("/state")).isEqualTo("DELETED");
    assertThat(POOL_MANAGER.calls()).noneMatch(call -> call.contains("small"));
  }

  @Test
  void place_poolForbidden_staysLocal() {
    Reply placed =
        rest.post(
            "/v1/vms", "{\"vmId\":\"never\",\"vcpus\":2,\"memoryMiB\":16384,\"pool\":\"NEVER\"}");
    assertThat(placed.text("/kind")).isEqualTo("ALL_LOCAL");
    assertThat(rest.get("/v1/vms/never/decision").text("/attempts/0/decision/ceilingReason"))
        .isEqualTo("request-forbids-pool");
  }

  @Test
  void place_byKeyOnly_isNamedByIt() {
    String body = "{\"vcpus\":1,\"memoryMiB\":1024}";
    Reply placed = rest.post("/v1/vms", body, "Idempotency-Key", "order-17");
    assertThat(placed.status()).isEqualTo(201);
    String name = placed.text("/vmId");
    assertThat(name).startsWith("vm-");
    assertThat(rest.post("/v1/vms", body, "Idempotency-Key", "order-17").body())
        .isEqualTo(placed.body());
    assertThat(rest.post("/v1/vms", body, "Idempotency-Key", "order-18").text("/vmId"))
        .isNotEqualTo(name);
    Reply other =
        rest.post("/v1/vms", "{\"vcpus\":2,\"memoryMiB\":1024}", "Idempotency-Key", "order-17");
    assertThat(other.status()).isEqualTo(422);
    assertThat(rest.delete("/v1/vms/" + name).status()).isEqualTo(200);
    assertThat(rest.post("/v1/vms", body, "Idempotency-Key", "order-17").status()).isEqualTo(410);
  }

  @Test
  void place_byNameAndKey_goesByTheName() {
    Reply placed = rest.post("/v1/vms", vm("named", 1, 1024), "Idempotency-Key", "k1");
    assertThat(placed.text("/vmId")).isEqualTo("named");
    assertThat(rest.post("/v1/vms", vm("named", 1, 1024), "Idempotency-Key", "k2").body())
        .isEqualTo(placed.body());
  }

  @Test
  void place_noRoom_saysWhyAndKeepsTheName() {
    assertThat(rest.put("/v1/hosts/h1/", host(1, 1)).status()).isEqualTo(404);
    Reply refused =
        rest.post(
            "/v1/vms",
            "{\"vmId\":\"labelled\",\"vcpus\":1,\"memoryMiB\":1024,\"labels\":{\"gpu\":\"a1\"}}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.header("Content-Type")).hasValue("application/problem+json");
    assertThat(refused.text("/type")).isEqualTo("urn:tarn:problem:no-fit");
    assertThat(refused.json().at("/reasons").toString())
        .isEqualTo("[{\"reason\":\"labels\",\"hosts\":1,\"nearestHostId\":\"h1\"}]");
    assertThat(rest.get("/v1/vms/labelled").status()).isEqualTo(404);
    assertThat(rest.post("/v1/vms", vm("labelled", 1, 1024)).status()).isEqualTo(201);
  }

  @Test
  void place_largerThanAnyHost_saysWhatIsAccepted() {
    Reply cores = rest.post("/v1/vms", vm("wide", 39, 1024));
    assertThat(cores.status()).isEqualTo(422);
    assertThat(cores.text("/code")).isEqualTo("vm-larger-than-any-host");
    assertThat(cores.text("/field")).isEqualTo("vcpus");
    assertThat(cores.text("/accepted")).isEqualTo("1..38");

    // 184 GiB are usable; of 245 GiB, 61 may come from the pool of 64, of 246 too: 185 are left
    Reply memory = rest.post("/v1/vms", vm("tall", 1, 246 * 1024));
    assertThat(memory.status()).isEqualTo(422);
    assertThat(memory.text("/field")).isEqualTo("memoryMiB");
    assertThat(memory.text("/accepted")).isEqualTo("64.." + 245 * 1024);
    assertThat(rest.get("/v1/vms/tall").status()).isEqualTo(404);
  }

  @Test
  void decision_tellsWhatWasSeen() {
    rest.post("/v1/vms", vm("why", 2, 8192));
    Reply decision = rest.get("/v1/vms/why/decision");
    assertThat(decision.status()).isEqualTo(200);
    assertThat(decision.text("/vmId")).isEqualTo("why");
    assertThat(decision.number("/attempts/0/attempt")).isEqualTo(1);
    String body = "/attempts/0/decision";
    assertThat(decision.text(body + "/policy")).isEqualTo("static:25");
    assertThat(decision.number(body + "/ceilingGiB")).isEqualTo(2);
    assertThat(decision.text(body + "/ceilingReason")).isEqualTo("static-share");
    assertThat(decision.text(body + "/split")).isEqualTo("fixed");
    assertThat(decision.number(body + "/hosts")).isEqualTo(1);
    assertThat(decision.number(body + "/candidates")).isEqualTo(1);
    assertThat(decision.text(body + "/chosen/hostId")).isEqualTo("h1");
    assertThat(decision.text(body + "/best/0/poolId")).isEqualTo("p1");
    assertThat(decision.json().at(body + "/chosen/scores").propertyNames())
        .containsExactlyInAnyOrder("memoryPerCore", "bestFit", "poolBalance");
    assertThat(decision.number(body + "/hostViewAgeMillis")).isLessThan(10_000);
    assertThat(rest.get("/v1/vms/nobody/decision").status()).isEqualTo(404);
  }

  @Test
  void list_pagesByNameAndFiltersByState() {
    for (String name : new String[] {"l1", "l2", "l3"}) {
      assertThat(rest.post("/v1/vms", vm(name, 1, 1024)).status()).isEqualTo(201);
    }
    rest.delete("/v1/vms/l2");
    Reply page = rest.get("/v1/vms?limit=2");
    assertThat(page.json().at("/items").size()).isEqualTo(2);
    assertThat(page.text("/next")).isNotEmpty();
    Reply next = rest.get("/v1/vms?limit=2&cursor=" + page.text("/next"));
    assertThat(next.text("/items/0/vmId")).isGreaterThan(page.text("/items/1/vmId"));
    assertThat(rest.get("/v1/vms?state=DELETED&limit=1000").body())
        .contains("\"l2\"")
        .doesNotContain("\"l1\"");
  }

  @Test
  void probesAndDocumentation_areThere() {
    assertThat(rest.get("/livez").status()).isEqualTo(200);
    assertThat(rest.get("/readyz").status()).isEqualTo(200);
    assertThat(rest.get("/actuator/health/liveness").status()).isEqualTo(200);
    assertThat(rest.get("/v3/api-docs").body()).contains("/v1/vms/{vmId}/decision");
  }
}
