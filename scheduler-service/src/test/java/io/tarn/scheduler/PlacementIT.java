package io.tarn.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tarn.chassis.testing.RealParts;
import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantState;
import io.tarn.db.ServiceSchema;
import io.tarn.scheduler.app.SchedulerService;
import io.tarn.scheduler.testing.Rest;
import io.tarn.scheduler.testing.Rest.Reply;
import io.tarn.scheduler.testing.TestPoolManager;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.core.env.Environment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@SpringBootTest(
    classes = SchedulerService.class,
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "tarn.placement.policy=static:25",
      "tarn.placement.ready-patience=300ms",
      "tarn.placement.recovery-interval=100ms",
      "tarn.pool-manager.view-interval=100ms"
    })
@RealParts(ServiceSchema.SCHEDULER)
class PlacementIT {

  private static final TestPoolManager POOL_MANAGER = TestPoolManager.start();

  @Autowired private Environment environment;
  private Rest rest = new Rest(0);

  @DynamicPropertySource
  static void poolManager(DynamicPropertyRegistry properties) {
    properties.add("tarn.pool-manager.url", POOL_MANAGER::url);
  }

  @BeforeAll
  static void wire() {
    POOL_MANAGER.pools().pool("p1", 64, "h1");
  }

  @AfterAll
  static void end() {
    POOL_MANAGER.close();
  }

  @BeforeEach
  void client() {
    rest = new Rest(environment.getRequiredProperty("local.server.port", Integer.class));
    Reply host =
        rest.put(
            "/v1/hosts/h1",
            """
            {"vcpus": 40, "localMiB": 196608, "reservedVcpus": 2, "reservedMiB": 8192,
             "pools": ["p1"]}
            """);
    assertThat(host.status()).as(host.body()).isIn(200, 201);
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> rest.get("/actuator/prometheus").body().contains("view=\"pools\"} 0."));
  }

  @Test
  void place_pooled_isPlacedThenReadyThenGone() {
    Reply placed = rest.post("/v1/vms", "{\"vmId\":\"a\",\"vcpus\":4,\"memoryMiB\":16384}");
    assertThat(placed.status()).as(placed.body()).isEqualTo(201);
    assertThat(placed.header("Location")).hasValue("/v1/vms/a");
    assertThat(placed.body())
        .isEqualTo(
            "{\"vmId\":\"a\",\"state\":\"PLACED\",\"kind\":\"ZNUMA\",\"hostId\":\"h1\","
                + "\"vcpus\":4,\"memoryMiB\":16384,\"localMiB\":12288,\"poolGiB\":4,"
                + "\"poolId\":\"p1\",\"grantId\":\"a.1\",\"attempt\":1,\"policy\":\"static:25\"}");

    POOL_MANAGER.pools().online(new GrantId("a", 1));
    Reply ready = rest.get("/v1/vms/a?wait=READY&waitMillis=20000");
    assertThat(ready.text("/state")).isEqualTo("READY");

    Reply again = rest.post("/v1/vms", "{\"memoryMiB\":16384,\"vcpus\":4,\"vmId\":\"a\"}");
    assertThat(again.status()).isEqualTo(201);
    assertThat(again.body()).isEqualTo(placed.body());

    Reply other = rest.post("/v1/vms", "{\"vmId\":\"a\",\"vcpus\":4,\"memoryMiB\":16385}");
    assertThat(other.status()).isEqualTo(422);
    assertThat(other.text("/code")).isEqualTo("vm-request-differs");

    Reply gone = rest.delete("/v1/vms/a");
    assertThat(gone.status()).as(gone.body()).isEqualTo(200);
    assertThat(gone.text("/state")).isEqualTo("DELETED");
    assertThat(rest.delete("/v1/vms/a").body()).isEqualTo(gone.body());
    assertThat(POOL_MANAGER.pools().grant(new GrantId("a", 1)).state())
        .isEqualTo(GrantState.RELEASING);
    assertThat(rest.get("/v1/hosts/h1").number("/usedVcpus")).isZero();

    Reply used = rest.post("/v1/vms", "{\"vmId\":\"a\",\"vcpus\":4,\"memoryMiB\":16384}");
    assertThat(used.status()).isEqualTo(410);
    assertThat(used.text("/code")).isEqualTo("vm-id-used");
    assertThat(rest.get("/v1/vms/a/decision").text("/attempts/0/decision/chosen/hostId"))
        .isEqualTo("h1");
  }
}
