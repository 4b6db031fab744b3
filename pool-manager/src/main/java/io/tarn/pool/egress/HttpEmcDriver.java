package io.tarn.pool.egress;

import io.tarn.contracts.emc.DirtyView;
import io.tarn.contracts.emc.DirtyView.DirtySlice;
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
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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
    return calls.get("/table" + naming(slices), TableView.class).entries();
  }

  @Override
  public Map<Integer, Long> readDirty(Collection<Integer> slices) {
    return calls.get("/dirty" + naming(slices), DirtyView.class).slices().stream()
        .collect(Collectors.toMap(DirtySlice::slice, DirtySlice::sinceGeneration));
  }

  private static String naming(Collection<Integer> slices) {
    return slices.stream().map(String::valueOf).collect(Collectors.joining(",", "?slices=", ""));
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
