package io.tarn.emulator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.OwnerChangeReply.Outcome;
import io.tarn.contracts.emc.OwnerChangeRequest;
import io.tarn.contracts.emc.ScrubRequest;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.emulator.table.Emc;
import io.tarn.emulator.table.InMemoryTableStore;
import io.tarn.emulator.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FaultyEmcTest {

  private static final TableEntry FREE = new TableEntry(0, null, 0);
  private static final TableEntry OWNED = new TableEntry(0, 7, 1);

  private final InMemoryTableStore store =
      new InMemoryTableStore(Table.factoryNew(new UUID(0, 1), 2));
  private final List<String> deaths = new ArrayList<>();
  private final FaultyEmc emc =
      new FaultyEmc(new Emc(store.table(), store), new FaultPlan(), () -> deaths.add("dead"));

  @Test
  void noFault_doesWhatItSays() throws Exception {
    assertThat(own()).isEqualTo(Outcome.CHANGED);
    assertThat(entry()).isEqualTo(OWNED);
  }

  @Test
  void refuse_doesNothing() throws Exception {
    order(Fault.once(FaultKind.REFUSE));
    assertThatIOException().isThrownBy(this::own).withMessageContaining("refuses");
    assertThat(entry()).isEqualTo(FREE);
  }

  @Test
  void idle_saysThatItChangedAndDoesNothing() throws Exception {
    order(Fault.once(FaultKind.IDLE));
    assertThat(own()).isEqualTo(Outcome.CHANGED);
    assertThat(entry()).isEqualTo(FREE);
    assertThat(own()).isEqualTo(Outcome.CHANGED);
    assertThat(entry()).isEqualTo(OWNED);
  }

  @Test
  void idleScrub_leavesItDirty() throws Exception {
    own();
    emc.change(changes(new OwnerChange(0, 7, 1, null, 1)));
    order(Fault.once(FaultKind.IDLE));
    ScrubRequest scrub = new ScrubRequest(1, List.of(new TableEntry(0, null, 2)));
    assertThat(emc.scrub(scrub).scrubbed()).containsExactly(0);
    assertThat(store.table().entry(0).dirty()).isTrue();
    assertThat(emc.scrub(scrub).scrubbed()).containsExactly(0);
    assertThat(store.table().entry(0).dirty()).isFalse();
  }

  @Test
  void loseAnswer_doesItAllTheSame() throws Exception {
    order(Fault.once(FaultKind.LOSE_ANSWER));
    assertThatIOException().isThrownBy(this::own);
    assertThat(entry()).isEqualTo(OWNED);
  }

  @Test
  void forget_isSeenAsOftenAsOrderedAndThenGone() throws Exception {
    order(new Fault(FaultKind.FORGET, null, null, null, null, null, 2));
    assertThat(own()).isEqualTo(Outcome.CHANGED);
    assertThat(entry()).isEqualTo(OWNED);
    assertThat(entry()).isEqualTo(OWNED);
    assertThat(entry()).isEqualTo(FREE);
    assertThat(store.table().entry(0).view()).as("on disk too").isEqualTo(FREE);
    assertThat(store.table().highestEpoch()).as("the epoch too").isZero();
  }

  @Test
  void forget_isGoneBeforeTheNextChange() throws Exception {
    order(new Fault(FaultKind.FORGET, null, null, null, null, null, 9));
    own();
    assertThat(own()).as("as if it never was").isEqualTo(Outcome.CHANGED);
  }

  @Test
  void older_isTheTableOfSomeUpdatesAgo() throws Exception {
    own();
    emc.change(changes(new OwnerChange(0, 7, 1, null, 1)));
    emc.change(changes(new OwnerChange(0, null, 2, 8, 2)));
    order(new Fault(FaultKind.OLDER, null, null, null, null, 2, null));
    assertThat(entry()).isEqualTo(OWNED);
    assertThat(store.table().highestEpoch()).isEqualTo(1);
    order(new Fault(FaultKind.OLDER, null, null, null, null, 64, null));
    assertThat(entry()).as("no further than the start").isEqualTo(FREE);
  }

  @Test
  void die_beforeOrAfter() throws Exception {
    order(Fault.once(FaultKind.DIE_BEFORE));
    assertThatIOException().isThrownBy(this::own);
    assertThat(entry()).isEqualTo(FREE);
    order(Fault.once(FaultKind.DIE_AFTER));
    assertThatIOException().isThrownBy(this::own);
    assertThat(entry()).isEqualTo(OWNED);
    assertThat(deaths).hasSize(2);
  }

  @Test
  void faults_befallTheirCallsInTurn() throws Exception {
    Fault refuse = Fault.once(FaultKind.REFUSE);
    order(
        new Fault(FaultKind.IDLE, null, 1, 1, null, null, null),
        new Fault(FaultKind.LOSE_ANSWER, null, null, 1, null, null, null),
        refuse);
    assertThatIOException().as("the second").isThrownBy(this::own);
    assertThat(own()).as("the first, which let one pass").isEqualTo(Outcome.MISMATCH);
    assertThatIOException().as("the third").isThrownBy(this::entry);
    assertThat(entry()).isEqualTo(OWNED);
    assertThat(emc.plan().progress())
        .extracting(FaultPlan.Progress::fired)
        .containsExactly(1L, 1L, 1L);
  }

  private void order(Fault... faults) {
    emc.plan().replace(List.of(faults));
  }

  private Outcome own() throws Exception {
    return emc.change(changes(new OwnerChange(0, null, 0, 7, 1))).results().get(0).outcome();
  }

  private TableEntry entry() throws Exception {
    return emc.read().entry(0).view();
  }

  private static OwnerChangeRequest changes(OwnerChange change) {
    return new OwnerChangeRequest(List.of(change));
  }
}
