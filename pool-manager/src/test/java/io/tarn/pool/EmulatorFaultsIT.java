package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tarn.contracts.emc.DirtyView;
import io.tarn.contracts.emc.DirtyView.DirtySlice;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.SliceView;
import io.tarn.emulator.EmulatorProcess;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.Rig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A grant goes all the way and back whatever the emulator, in a process of its own, does wrong. */
class EmulatorFaultsIT {

  private static final Duration SOON = Duration.ofSeconds(30);
  private static final int GIB = 3;

  @TempDir private static Path data;
  private static EmulatorProcess emulator;

  private final Rig rig = Rig.shared();
  private final Api api = rig.api();

  @BeforeAll
  static void start() throws IOException {
    emulator = EmulatorProcess.start(data, "0", "--faults");
  }

  @AfterAll
  static void stop() throws InterruptedException {
    emulator.kill();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          slow-change   | {"kind":"SLOW","calls":["CHANGE"],"millis":2500}
          slow-erase    | {"kind":"SLOW","calls":["SCRUB"],"millis":2500}
          slow-read     | {"kind":"SLOW","calls":["READ"],"millis":2500,"times":2}
          refuse        | {"kind":"REFUSE","times":6}
          idle-change   | {"kind":"IDLE","calls":["CHANGE"],"times":3}
          idle-erase    | {"kind":"IDLE","calls":["SCRUB"],"times":3}
          lose-answer   | {"kind":"LOSE_ANSWER","times":4}
          forget-erase  | {"kind":"FORGET","calls":["SCRUB"],"times":2}
          forget-late   | {"kind":"FORGET","calls":["SCRUB"],"reads":2}
          forget        | {"kind":"FORGET","times":4}
          """)
  void grant_onAFaultyDevice_goesAllTheWayAndBack(String pool, String fault) {
    Agent agent = plug(pool);
    order(pool, fault);

    String grantId = pool + ".1";
    assertThat(api.grant(grantId, pool + "-host", pool, GIB).status()).isEqualTo(201);
    await().atMost(SOON).until(() -> obeyed(agent) && state(grantId) == GrantState.ONLINE);
    assertThat(api.slices(pool).subList(0, GIB))
        .allSatisfy(slice -> assertThat(entry(pool, slice.slice())).isEqualTo(owned(slice)));
    api.withdraw(grantId);
    await().atMost(SOON).until(() -> obeyed(agent) && state(grantId) == GrantState.RELEASED);

    assertThat(fired(pool)).as("the fault was met").isPositive();
    assertThat(api.slices(pool))
        .allSatisfy(
            slice ->
                assertThat(entry(pool, slice.slice()))
                    .isEqualTo(new TableEntry(slice.slice(), null, slice.generation())));

    // whoever gets the slices next finds nothing in them
    String next = pool + "-next.1";
    api.grant(next, pool + "-host", pool, GIB);
    await().atMost(SOON).until(() -> obeyed(agent) && state(next) == GrantState.ONLINE);
    assertThat(dirty(pool))
        .containsExactlyElementsOf(
            api.slices(pool).subList(0, GIB).stream()
                .map(slice -> new DirtySlice(slice.slice(), slice.generation()))
                .toList());
  }

  @ParameterizedTest
  @CsvSource({"DIE_BEFORE", "DIE_AFTER"})
  void grant_onADeviceThatDies_goesOnOnceItIsBack(String kind) throws Exception {
    String pool = kind.toLowerCase(Locale.ROOT).replace('_', '-');
    Agent agent = plug(pool);
    order(pool, "{\"kind\":\"" + kind + "\",\"calls\":[\"CHANGE\"]}");
    String grantId = pool + ".1";
    assertThat(api.grant(grantId, pool + "-host", pool, GIB).status()).isEqualTo(201);

    assertThat(emulator.process().waitFor()).isEqualTo(137);
    emulator = EmulatorProcess.start(data, Integer.toString(emulator.uri().getPort()), "--faults");

    await().atMost(SOON).until(() -> obeyed(agent) && state(grantId) == GrantState.ONLINE);
    assertThat(api.slices(pool).subList(0, GIB))
        .allSatisfy(slice -> assertThat(entry(pool, slice.slice())).isEqualTo(owned(slice)))
        .allSatisfy(slice -> assertThat(slice.generation()).isEqualTo(1));
  }

  @Test
  void callThatArrivesAfterItsSliceWasGivenToAnother_changesNothing() {
    Agent first = plug("late");
    Agent second = rig.host("late", "late-other");
    order("late", "{\"kind\":\"SLOW\",\"calls\":[\"CHANGE\"],\"millis\":6000,\"times\":1}");
    api.grant("late1.1", "late-host", "late", GIB);
    await().atMost(SOON).until(() -> obeyed(first) && state("late1.1") == GrantState.ONLINE);
    api.withdraw("late1.1");
    await().atMost(SOON).until(() -> obeyed(first) && state("late1.1") == GrantState.RELEASED);
    api.grant("late2.1", "late-other", "late", GIB);
    await().atMost(SOON).until(() -> obeyed(second) && state("late2.1") == GrantState.ONLINE);
    int changed = api.slices("late").get(0).slice();

    await().atMost(SOON).until(() -> late("late"));

    SliceView slice = api.slices("late").get(changed);
    assertThat(entry("late", changed)).isEqualTo(new TableEntry(changed, 1, slice.generation()));
  }

  /** Whether the call that was held up has been made: nothing is on its way any more. */
  private static boolean late(String pool) {
    return device("/v1/emcs/" + pool + "/faults").tree().path("faults").get(0).path("done").asInt()
        == 1;
  }

  private Agent plug(String pool) {
    assertThat(device("PUT", "/v1/emcs/" + pool + "?capacityGiB=4", null).status()).isEqualTo(201);
    URI emc = emulator.uri().resolve("/v1/emcs/" + pool);
    assertThat(api.put("/v1/pools/" + pool, new PoolSpec(4, emc)).status()).isEqualTo(201);
    return rig.host(pool, pool + "-host");
  }

  private static void order(String pool, String fault) {
    Api.Answer answer =
        device("PUT", "/v1/emcs/" + pool + "/faults", "{\"faults\":[" + fault + "]}");
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  private static int fired(String pool) {
    return device("/v1/emcs/" + pool + "/faults")
        .tree()
        .path("faults")
        .get(0)
        .path("fired")
        .asInt();
  }

  private static boolean obeyed(Agent agent) {
    agent.obey(0);
    return true;
  }

  private GrantState state(String grantId) {
    return api.grant(grantId).state();
  }

  private static TableEntry owned(SliceView slice) {
    return new TableEntry(slice.slice(), 0, slice.generation());
  }

  private static TableEntry entry(String pool, int slice) {
    return device("/v1/emcs/" + pool + "/slices/" + slice).as(TableEntry.class);
  }

  private static List<DirtySlice> dirty(String pool) {
    return device("/v1/emcs/" + pool + "/dirty").as(DirtyView.class).slices();
  }

  private static Api.Answer device(String path) {
    return device("GET", path, null);
  }

  private static Api.Answer device(String method, String path, @Nullable Object body) {
    return new Api(emulator.uri()).call(method, path, body);
  }
}
