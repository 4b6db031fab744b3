package io.tarn.pool.egress;

import io.tarn.contracts.emc.GenerationFloor;
import io.tarn.contracts.emc.GenerationReply;
import io.tarn.contracts.emc.GenerationRequest;
import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.OwnerChangeReply;
import io.tarn.contracts.emc.OwnerChangeRequest;
import io.tarn.contracts.emc.ScrubReply;
import io.tarn.contracts.emc.ScrubRequest;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.pool.device.EmcDriver;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** An EMC that answers over HTTP, as the emulator does. */
final class HttpEmcDriver implements EmcDriver {

  private final EmcCalls calls;

  HttpEmcDriver(EmcCalls calls) {
    this.calls = calls;
  }

  @Override
  public TableView readTable() {
    return calls.get("/table", TableView.class);
  }

  @Override
  public void compareAndSetOwners(List<OwnerChange> changes) {
    calls.post("/owners", new OwnerChangeRequest(changes), OwnerChangeReply.class);
  }

  @Override
  public List<TableEntry> readBack(Collection<Integer> slices) {
    if (slices.size() == 1) {
      return List.of(calls.get("/slices/" + slices.iterator().next(), TableEntry.class));
    }
    Set<Integer> wanted = new HashSet<>(slices);
    return readTable().entries().stream().filter(entry -> wanted.contains(entry.slice())).toList();
  }

  @Override
  public Set<Integer> scrub(long epoch, List<TableEntry> entries) {
    return new HashSet<>(
        calls.post("/scrub", new ScrubRequest(epoch, entries), ScrubReply.class).scrubbed());
  }

  @Override
  public void raiseGenerations(long epoch, List<GenerationFloor> floors) {
    calls.post("/generations", new GenerationRequest(epoch, floors), GenerationReply.class);
  }
}
