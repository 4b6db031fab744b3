package io.tarn.telemetry.store;

import io.tarn.telemetry.batch.Announcer;
import io.tarn.telemetry.batch.Batch;
import io.tarn.telemetry.batch.BatchStore;
import io.tarn.telemetry.batch.Committed;
import io.tarn.telemetry.batch.Heard;
import io.tarn.telemetry.batch.Partition;
import io.tarn.telemetry.vm.VmChange;
import io.tarn.telemetry.window.Closer;
import io.tarn.telemetry.window.PmuDesk;
import io.tarn.telemetry.window.PmuDesk.Booked;
import io.tarn.telemetry.window.PmuDesk.Received;
import io.tarn.telemetry.window.RevisedWindow;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Batches in PostgreSQL: what a batch changes, tells and has read commits together. */
public final class JdbcBatchStore implements BatchStore {

  private static final Booked NOTHING = new Booked(0, List.of(), 0, 0);

  private final TransactionTemplate transactions;
  private final Announcer announcer;
  private final OffsetRows offsets;
  private final PmuDesk pmu;
  private final ScanRows scans;
  private final VmRows vms;
  private final EpochRows epochs;

  /**
   * @param latenessMillis how far a host's watermark stays behind its newest sample
   */
  public JdbcBatchStore(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      Announcer announcer,
      Closer closer,
      long latenessMillis) {
    this.transactions = transactions;
    this.announcer = announcer;
    this.offsets = new OffsetRows(jdbc);
    this.pmu = new PmuDesk(new JdbcWindowBooks(jdbc), closer, latenessMillis);
    this.scans = new ScanRows(jdbc);
    this.vms = new VmRows(jdbc);
    this.epochs = new EpochRows(jdbc);
  }

  @Override
  public Map<Partition, Long> offsets(Set<Partition> partitions) {
    return offsets.find(partitions);
  }

  @Override
  public long begin(Partition partition, long offset) {
    offsets.begin(partition, offset);
    return Objects.requireNonNull(offsets.find(Set.of(partition)).get(partition));
  }

  @Override
  public Committed commit(Batch batch) {
    return Objects.requireNonNull(transactions.execute(status -> write(batch)));
  }

  private Committed write(Batch batch) {
    offsets.advance(batch.moves());
    List<Heard.Placement> placements = batch.of(Heard.Placement.class);
    if (!placements.isEmpty()) {
      vms.apply(placements.stream().map(one -> VmChange.of(one.event())).toList());
    }
    List<Heard.Access> access = batch.of(Heard.Access.class);
    long repeats = access.isEmpty() ? 0 : scans.book(access);
    List<Heard.Pmu> reports = batch.of(Heard.Pmu.class);
    Booked booked = reports.isEmpty() ? NOTHING : pmu.book(received(reports));
    List<Heard.Epoch> heard = batch.of(Heard.Epoch.class);
    if (!heard.isEmpty()) {
      epochs.save(heard.stream().map(Heard.Epoch::epoch).toList());
    }
    tell(booked.windows(), batch.of(Heard.Refused.class));
    return new Committed(
        booked.samples(),
        booked.windows().size(),
        (int) booked.windows().stream().filter(one -> !one.window().trusted()).count(),
        booked.late(),
        booked.repeats() + repeats);
  }

  private static List<Received> received(List<Heard.Pmu> reports) {
    return reports.stream().map(one -> new Received(one.report(), one.payload())).toList();
  }

  private void tell(List<RevisedWindow> windows, List<Heard.Refused> refused) {
    List<RevisedWindow> told = windows.stream().filter(RevisedWindow::told).toList();
    if (!told.isEmpty()) {
      Set<String> ofVms = told.stream().map(one -> one.window().vmId()).collect(Collectors.toSet());
      announcer.windows(told, scans.newest(ofVms));
    }
    if (!refused.isEmpty()) {
      announcer.refused(refused);
    }
  }
}
