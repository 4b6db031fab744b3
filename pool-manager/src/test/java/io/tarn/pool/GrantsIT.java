package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.GrantView;
import io.tarn.contracts.pool.PoolPage;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.SlicePage;
import io.tarn.contracts.pool.SliceState;
import io.tarn.contracts.pool.SliceView;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.InMemoryEmc;
import io.tarn.pool.testing.Rig;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pools and grants over REST: what is answered to what. */
class GrantsIT {

  private final Rig rig = Rig.shared();
  private final Api api = rig.api();

  @Test
  void grant_isAnsweredByItsKind() {
    rig.pool("g1", 4);
    rig.host("g1", "g1-h");
    Api.Answer created = api.grant("g1vm.1", "g1-h", "g1", 3);
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.as(GrantView.class).slices()).containsExactly(0, 1, 2);
    assertThat(api.grant("g1vm.1", "g1-h", "g1", 3).status()).isEqualTo(200);
    assertProblem(api.grant("g1vm.1", "g1-h", "g1", 2), 422, "grant-differs");
    Api.Answer exhausted = api.grant("g1vm2.1", "g1-h", "g1", 2);
    assertProblem(exhausted, 409, "pool-exhausted");
    assertThat(exhausted.tree().path("asked").asInt()).isEqualTo(2);
    assertThat(exhausted.tree().path("free").asInt()).isEqualTo(1);
    assertProblem(api.grant("g1vm2.1", "g1-h", "g1-none", 1), 404, "not-found");
    assertProblem(api.grant("g1vm2.1", "g1-other", "g1", 1), 409, "host-not-poolable");
    assertThat(api.withdraw("g1vm3.2").as(GrantView.class).state()).isEqualTo(GrantState.WITHDRAWN);
    assertProblem(api.grant("g1vm3.2", "g1-h", "g1", 1), 410, "grant-withdrawn");
    assertProblem(api.grant("g1vm3.1", "g1-h", "g1", 1), 409, "attempt-superseded");
    assertThat(api.withdraw("g1vm.1").as(GrantView.class).state()).isEqualTo(GrantState.RELEASING);
    assertProblem(api.grant("g1vm.1", "g1-h", "g1", 3), 410, "grant-withdrawn");
    assertProblem(api.get("/v1/grants/g1nobody.1"), 404, "not-found");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/v1/grants/g2vm.1 | {\"hostId\":\"h\",\"poolId\":\"p\",\"sizeGiB\":0}     | sizeGiB",
        "/v1/grants/g2vm.1 | {\"hostId\":\"h\",\"poolId\":\"p\",\"sizeGiB\":-4}    | sizeGiB",
        "/v1/grants/g2vm.1 | {\"hostId\":\"h\",\"poolId\":\"p\",\"sizeGiB\":99999} | sizeGiB",
        "/v1/grants/g2vm.1 | {\"hostId\":\"h\",\"poolId\":\"p\",\"sizeGiB\":1.5}   | sizeGiB",
        "/v1/grants/g2vm.1 | {\"hostId\":\"h h\",\"poolId\":\"p\",\"sizeGiB\":1}   | hostId",
        "/v1/grants/g2vm.1 | {\"poolId\":\"p\",\"sizeGiB\":1}                      | hostId",
        "/v1/grants/g2vm.1 | {\"hostId\":\"h\",\"poolId\":\"p\",\"sizeGiB\":1,\"x\":1} | x",
        "/v1/grants/g2vm   | {\"hostId\":\"h\",\"poolId\":\"p\",\"sizeGiB\":1}     | grantId",
        "/v1/grants/g2vm.0 | {\"hostId\":\"h\",\"poolId\":\"p\",\"sizeGiB\":1}     | grantId",
        "/v1/pools/g2      | {\"capacityGiB\":0,\"emc\":\"http://127.0.0.1/x\"}    | capacityGiB",
        "/v1/pools/g2      | {\"capacityGiB\":4,\"emc\":\"ftp://127.0.0.1/x\"}     | emc",
        "/v1/pools/g2      | {\"capacityGiB\":4}                                   | emc",
        "/v1/pools/a%20b   | {\"capacityGiB\":4,\"emc\":\"http://127.0.0.1/x\"}    | poolId",
      })
  void badInput_namesTheField(String path, String body, String field) {
    Api.Answer answer = api.put(path.strip(), body);
    assertProblem(answer, 400, "invalid-request");
    assertThat(answer.tree().path("field").asString()).isEqualTo(field);
    assertThat(answer.tree().path("accepted").asString()).isNotEmpty();
  }

  @Test
  void badJson_isAProblem() {
    assertProblem(api.put("/v1/grants/g2vm.1", "{\"hostId\":"), 400, "invalid-request");
    assertProblem(api.get("/v1/pools?limit=0"), 400, "invalid-request");
    assertProblem(api.get("/v1/pools?cursor=!"), 400, "invalid-request");
    rig.pool("g2b", 1);
    assertProblem(api.get("/v1/pools/g2b/slices?state=GONE"), 400, "invalid-request");
    assertThat(api.call("PATCH", "/v1/pools/g2b", "{}").status()).isEqualTo(405);
  }

  @Test
  void pool_isDeclaredOnceWithTheCapacityOfItsEmc() {
    rig.emcs().plug("g3", 4);
    PoolSpec spec = new PoolSpec(4, rig.emcs().uri("g3"));
    assertProblem(
        api.put("/v1/pools/g3", new PoolSpec(5, rig.emcs().uri("g3"))),
        422,
        "emc-capacity-differs");
    assertThat(api.put("/v1/pools/g3", spec).status()).isEqualTo(201);
    assertThat(api.put("/v1/pools/g3", spec).status()).isEqualTo(200);
    assertProblem(
        api.put("/v1/pools/g3", new PoolSpec(5, rig.emcs().uri("g3"))), 422, "pool-capacity-fixed");
    assertProblem(
        api.put("/v1/pools/g3b", new PoolSpec(4, rig.emcs().uri("nowhere"))),
        503,
        "emc-unreachable");
    rig.emcs().plug("g3c", 2).overwrite(1, 5, 1);
    assertProblem(
        api.put("/v1/pools/g3c", new PoolSpec(2, rig.emcs().uri("g3c"))), 422, "emc-in-use");
    assertProblem(api.get("/v1/pools/g3b"), 404, "not-found");
  }

  @Test
  void pool_startsAtTheGenerationsAndEpochsOfItsEmc() {
    InMemoryEmc used = rig.emcs().plug("g4", 2);
    used.compareAndSetOwners(List.of(new OwnerChange(0, null, 0, 1, 900)));
    used.compareAndSetOwners(List.of(new OwnerChange(0, 1, 1, null, 900)));
    assertThat(api.put("/v1/pools/g4", new PoolSpec(2, rig.emcs().uri("g4"))).status())
        .isEqualTo(201);
    assertThat(api.slices("g4")).extracting(SliceView::generation).containsExactly(2L, 0L);
    Agent agent = rig.host("g4", "g4-h");
    assertThat(api.grant("g4vm.1", "g4-h", "g4", 2).status()).isEqualTo(201);
    assertThat(agent.read(10_000)).hasSize(1);
    assertThat(used.asked().get(2).epoch()).isGreaterThan(900);
  }

  @Test
  void lists_comeInPages() {
    rig.pool("g5a", 5);
    rig.pool("g5b", 1);
    SlicePage first = api.get("/v1/pools/g5a/slices?limit=3").as(SlicePage.class);
    assertThat(first.items()).extracting(SliceView::slice).containsExactly(0, 1, 2);
    SlicePage second =
        api.get("/v1/pools/g5a/slices?limit=3&cursor=" + first.next()).as(SlicePage.class);
    assertThat(second.items()).extracting(SliceView::slice).containsExactly(3, 4);
    assertThat(second.next()).isNull();
    assertThat(
            api.get("/v1/pools/g5a/slices?state=" + SliceState.ONLINE).as(SlicePage.class).items())
        .isEmpty();
    PoolPage pools = api.get("/v1/pools?limit=1").as(PoolPage.class);
    assertThat(pools.items()).hasSize(1);
    assertThat(pools.next()).isNotNull();
    assertProblem(api.get("/v1/pools/g5none/slices"), 404, "not-found");
  }

  @Test
  void ports_areGivenOutOnceAndRunOut() {
    rig.pool("g6", 1);
    assertThat(api.call("PUT", "/v1/pools/g6/hosts/g6-h0", null).status()).isEqualTo(201);
    assertThat(api.call("PUT", "/v1/pools/g6/hosts/g6-h0", null).status()).isEqualTo(200);
    for (int host = 1; host < 64; host++) {
      Api.Answer wired = api.call("PUT", "/v1/pools/g6/hosts/g6-h" + host, null);
      assertThat(wired.tree().path("port").asInt()).isEqualTo(host);
    }
    assertProblem(api.call("PUT", "/v1/pools/g6/hosts/g6-h64", null), 409, "ports-exhausted");
    assertProblem(api.call("PUT", "/v1/pools/g6none/hosts/h", null), 404, "not-found");
    assertThat(api.pool("g6").hosts()).hasSize(64);
  }

  private static void assertProblem(Api.Answer answer, int status, String code) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.code()).isEqualTo(code);
    assertThat(answer.tree().path("type").asString()).isEqualTo("urn:tarn:problem:" + code);
  }
}
