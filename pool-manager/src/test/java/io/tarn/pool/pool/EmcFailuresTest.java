package io.tarn.pool.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.FailRequest;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.ReplaceRequest;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.feed.Boots;
import io.tarn.pool.feed.HostClockLimit;
import io.tarn.pool.grant.Grants;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.InMemoryEmc;
import io.tarn.pool.testing.InMemoryLedger;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls to fail and to replace that come again, late and in any order. */
class EmcFailuresTest {

  private final InMemoryLedger ledger = new InMemoryLedger();
  private final EmcFailures failures = new EmcFailures(ledger, (uri, meant) -> new InMemoryEmc(4));

  @BeforeEach
  void grant() {
    ledger.pool("p", 4);
    ledger.wire("p", "h");
    new Boots(ledger, new HostClockLimit(Duration.ZERO, InstantSource.system()))
        .report("h", new BootReport("b", 1, (1L << 30) / Agent.BLOCKS));
    new Grants(ledger).put(new GrantId("vm", 1), new GrantRequest("h", "p", 2));
  }

  // a step is "fail" or "replace DEVICE", with ":N" when it names its incarnation; what it gets is
  // the incarnation that has failed, or that serves, by it; "=" before it when nothing changes
  @ParameterizedTest
  @CsvSource({
    "fail;   fail;       fail:1;      fail:2,                      1; =1; =1; =other 1",
    "fail:1; replace a;  replace a;   replace a:1; fail:1,         1; 2;  =2; =2; =other 2",
    "fail:1; fail:1;     replace a:1; fail:1; replace a:1; fail:1, 1; =1; 2; =other 2; =2; =other 2",
    "fail;   replace a;  fail;        replace a:1; replace b:1,    1; 2;  2; =other 2; =other 2",
    "fail;   replace a;  fail:2;      replace b:2; replace a:1,    1; 2;  2; 3; =other 3",
    "fail;   replace a;  fail:2;      replace b:2; replace a,      1; 2;  2; 3; =serves 3",
    "fail;   replace a;  fail:2;      replace b; replace b:2; replace b, 1; 2; 2; 3; =3; =3",
    "fail;   replace a;  fail:2;      replace a:2; replace a:1,    1; 2;  2; 3; =other 3",
    "replace a; replace a:1; fail:1;  replace a:2; replace a:1,    =serves 1; =serves 1; 1; =other 1; 2",
  })
  void calls_inAnyOrder(String steps, String outcomes) {
    List<String> gets = List.of(outcomes.split("; *"));
    List<String> calls = List.of(steps.split("; *"));
    assertThat(calls).hasSameSizeAs(gets);
    for (int n = 0; n < calls.size(); n++) {
      Kept before = kept();
      String got = call(calls.get(n));
      boolean same = kept().equals(before);
      assertThat((same ? "=" : "") + got)
          .as("%s of %s", calls.get(n), steps)
          .isEqualTo(gets.get(n));
      assertThat(kept().slices())
          .allSatisfy(
              slice ->
                  assertThat(slice.state() == SliceState.LOST)
                      .as("slices are lost from the first failure on, until a device renews them")
                      .isEqualTo(kept().pool().failed() || kept().pool().incarnation() > 1));
    }
  }

  private String call(String step) {
    String[] parts = step.strip().split(":", -1);
    @Nullable Integer incarnation = parts.length == 1 ? null : Integer.valueOf(parts[1]);
    return "fail".equals(parts[0])
        ? fail(incarnation)
        : replace(parts[0].substring("replace ".length()), incarnation);
  }

  private String fail(@Nullable Integer incarnation) {
    FailOutcome outcome = failures.fail("p", new FailRequest("dark", incarnation));
    if (outcome instanceof FailOutcome.Failed failed) {
      return Integer.toString(failed.incarnation());
    }
    return outcome instanceof FailOutcome.OtherIncarnation other
        ? "other " + other.incarnation()
        : outcome.toString();
  }

  private String replace(String device, @Nullable Integer incarnation) {
    ReplaceOutcome outcome =
        failures.replace("p", new ReplaceRequest(URI.create("http://" + device), incarnation));
    if (outcome instanceof ReplaceOutcome.Replaced replaced) {
      return Integer.toString(replaced.incarnation());
    }
    if (outcome instanceof ReplaceOutcome.NotFailed serves) {
      return "serves " + serves.incarnation();
    }
    return outcome instanceof ReplaceOutcome.OtherIncarnation other
        ? "other " + other.incarnation()
        : outcome.toString();
  }

  private Kept kept() {
    return new Kept(
        ledger.read(books -> books.pool("p")).orElseThrow(),
        ledger.all(),
        ledger.feed("h").size(),
        ledger.announced().size());
  }

  /** All that a call may change. */
  private record Kept(Pool pool, List<Slice> slices, int commands, int announcements) {}
}
